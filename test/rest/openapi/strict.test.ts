import { expect, test } from 'vitest';
import { document } from './document.ts';

/** Objects whose member names are data, so that a schema cannot list them. */
const FREE = [
  'provider_company_screening_result',
  'provider_batch_screening_result',
  'transactions',
  // Of an event, by its type.
  'Event/properties/data',
];

/** Every object schema that allows members which it does not name. */
function looseObjects(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const type: unknown = Reflect.get(schema, 'type');
  const loose = type === 'object' && Reflect.get(schema, 'additionalProperties') !== false;
  const below = Object.entries(schema).flatMap(([name, member]) => looseObjects(member, `${at}/${name}`));
  return loose ? [at, ...below] : below;
}

test('answers have only documented members', () => {
  const { OpenApiDocument: _self, ...named } = document.components.schemas;
  const answers = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses, operationId }) =>
      Object.entries(responses).map(
        ([status, { content }]) => [`${operationId} ${status}`, content] as const,
      ),
    ),
  );
  const loose = [...Object.entries(named).filter(([id]) => !id.endsWith('Input')), ...answers].flatMap(
    ([name, schema]) => looseObjects(schema, name),
  );
  expect(loose.filter((at) => !FREE.some((name) => `/${at}`.includes(`/${name}`)))).toEqual([]);
});
