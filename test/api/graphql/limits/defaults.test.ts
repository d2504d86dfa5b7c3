import { expect, test } from 'vitest';
import * as limits from '../../../../src/api/graphql/limits/limits.ts';

test('the limits have their published values', () => {
  expect({ ...limits }).toEqual({
    DOCUMENT_CHARACTERS_MAX: 65_536,
    DOCUMENT_TOKENS_MAX: 2_000,
    DEPTH_MAX: 12,
    ALIASES_MAX: 30,
    ALIAS_CHARACTERS_MAX: 100,
    ROOT_FIELDS_MAX: 20,
    DIRECTIVES_MAX: 50,
    LITERAL_DEPTH_MAX: 32,
    COST_MAX: 10_000,
    LIST_ITEMS_ASSUMED: 10,
    MUTATION_COST: 100,
    INTROSPECTION_COST: 6_000,
    TYPE_INTROSPECTION_COST: 100,
    DOCUMENT_ERRORS_MAX: 20,
    MESSAGE_CHARACTERS_MAX: 500,
    DOCUMENTS_KEPT_MAX: 256,
    DOCUMENTS_BYTES_MAX: 16_777_216,
    REFUSED_DOCUMENTS_BYTES_MAX: 4_194_304,
    RESULT_BYTES_MAX: 16_777_216,
    RESULT_OBJECTS_MAX: 20_000,
    FIELD_ERRORS_MAX: 50,
    INPUT_ITEMS_MAX: 1_000,
  });
});
