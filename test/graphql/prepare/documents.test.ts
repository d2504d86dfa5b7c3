import { expect, test } from 'vitest';
import { createDocuments } from '../../../src/graphql/prepare/documents.ts';
import { gatewaySchema } from '../../../src/features.ts';

const documents = createDocuments(gatewaySchema(), { introspection: false });

function faultOf(text: string): unknown {
  try {
    return documents.read(text);
  } catch (fault) {
    return fault;
  }
}

test('a document that comes again is neither parsed nor validated again', () => {
  const text = '{ customers { totalCount } }';
  const { document, errors } = documents.read(text);
  expect(errors()).toEqual([]);
  expect(documents.read(text).document).toBe(document);
  expect(documents.read(text).errors()).toBe(errors());
});

test('an invalid document is validated once', () => {
  const fault = faultOf('{ customers {');
  expect(fault).toBeInstanceOf(Error);
  expect(faultOf('{ customers {')).toBe(fault);

  const { errors } = documents.read('{ customres { totalCount } }');
  expect(errors()).toHaveLength(1);
  expect(documents.read('{ customres { totalCount } }').errors()).toBe(errors());
});

test('similar documents are cached separately', () => {
  const { document } = documents.read('{ viewer { keyId } }');
  expect(documents.read('{ viewer { keyId  } }').document).not.toBe(document);
});
