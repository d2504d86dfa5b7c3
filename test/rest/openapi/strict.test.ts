import { expect, test } from 'vitest';
import { documentTypes } from '../../../src/kyc/countries/index.ts';
import { document, operationNamed } from './document.ts';

/** The places of the object schemas below a value for which something holds. */
function objectsWhere(holds: (schema: object) => boolean, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Reflect.get(value, 'type') === 'object' && holds(value) ? [at] : [];
  const below = Object.entries(value).filter(([name]) => name !== 'example');
  return [...own, ...below.flatMap(([name, member]) => objectsWhere(holds, member, `${at}/${name}`))];
}

const isClosed = (schema: object): boolean => Reflect.get(schema, 'additionalProperties') === false;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const components = Object.entries(document.components.schemas);
/** A country with fields of its own has an input of its own, such as `KycInputSG`. */
const isInput = ([name]: readonly [string, unknown]): boolean => /Input(?:[A-Z]{2})?$/.test(name);

test('the schemas of answers allow further members', () => {
  const answers = operations.map(({ responses, operationId }) => [operationId, responses] as const);
  const outputs = components.filter((each) => !isInput(each));
  expect(outputs.length).toBeGreaterThan(5);
  expect([...outputs, ...answers].flatMap(([name, schema]) => objectsWhere(isClosed, schema, name))).toEqual(
    [],
  );
});

test('bodies of requests have only documented members', () => {
  const inputs = components.filter(isInput);
  expect(inputs.length).toBeGreaterThan(3);
  const isOpen = (schema: object) => !isClosed(schema) && Object.hasOwn(schema, 'properties');
  expect(inputs.flatMap(([name, schema]) => objectsWhere(isOpen, schema, name))).toEqual([]);
});

test('the type of an upload is one of the document types', () => {
  const upload = operationNamed('POST', '/v1/kyc/documents/{customer_id}');
  expect(upload?.requestBody?.content['multipart/form-data']).toMatchObject({
    schema: { properties: { metadata: { properties: { type: { enum: documentTypes } } } } },
  });
});

test('every operation has a description, and those with JSON have examples', () => {
  const without = operations.flatMap((operation) => {
    const { operationId, requestBody, responses } = operation;
    const content = [
      ...Object.values(requestBody?.content ?? {}),
      responses['200']?.content?.['application/json'],
    ];
    const lacks = content.some((each) => each !== undefined && !Object.hasOwn(Object(each), 'example'));
    const isTold = typeof operation['description'] === 'string' && operation['description'].length > 20;
    return isTold && (!lacks || operationId === 'getOpenApi') ? [] : [operationId];
  });
  expect(without).toEqual([]);
});
