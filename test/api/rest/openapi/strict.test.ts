import { expect, test } from 'vitest';
import { documentTypes } from '../../../../src/nouns/kyc/countries/index.ts';
import { document, operationNamed } from './document.ts';

/** The places of the object schemas below a value for which something holds. */
function objectsWhere(holds: (schema: object) => boolean, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isObject = [Reflect.get(value, 'type')].flat().includes('object');
  const own = isObject && holds(value) ? [at] : [];
  const below = Object.entries(value).filter(([name]) => name !== 'example');
  return [...own, ...below.flatMap(([name, member]) => objectsWhere(holds, member, `${at}/${name}`))];
}

const isClosed = (schema: object): boolean => Reflect.get(schema, 'additionalProperties') === false;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const components = Object.entries(document.components.schemas);
/** A country with fields of its own has an input of its own, such as `KycInputSG`. */
const isInput = ([name]: readonly [string, unknown]): boolean => /Input(?:[A-Z]{2})?$/.test(name);

test('the schemas of responses allow further members', () => {
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

test('an object without members of its own says which it may have', () => {
  const isSilent = (schema: object) =>
    !Object.hasOwn(schema, 'properties') && !Object.hasOwn(schema, 'additionalProperties');
  expect(objectsWhere(isSilent, document, '')).toEqual([]);
  expect(document.components.schemas['CreateInstantSettlementInput']).toMatchObject({
    properties: { transactions: { type: 'object', additionalProperties: true } },
  });
});

/** The names of the members below a value whose schema fits. */
function membersOf(value: unknown, fits: (schema: object) => boolean, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).filter(([member]) => member !== 'example');
  // The members of a name stand below these words.
  const isWord = (member: string) => /^(?:properties|items|anyOf|allOf|schema|\d+)$/.test(member);
  const names = below.flatMap(([member, each]) => membersOf(each, fits, isWord(member) ? name : member));
  return [...new Set(fits(value) ? [name, ...names] : names)].toSorted();
}

const hasType = (schema: object, type: string): boolean =>
  [Reflect.get(schema, 'type')].flat().includes(type);

test('only rates may have a fraction: amounts of money are integers, or some clients would round them', () => {
  const rates = ['account_chargeback_rate', 'account_refund_rate', 'annual_rate', 'interest_rate'];
  expect(membersOf(document, (schema) => hasType(schema, 'number'))).toEqual(rates);
});

test('amounts are never negative, except in a statement: some clients take other integers for 32 bits', () => {
  const mayBeNegative = (schema: object) =>
    hasType(schema, 'integer') && !(Number(Reflect.get(schema, 'minimum')) >= 0);
  const { StatementLine, ...others } = document.components.schemas;
  expect(membersOf(StatementLine, mayBeNegative)).toEqual(['amount', 'balance']);
  expect(membersOf(others, mayBeNegative)).toEqual(['event_count_max', 'http_status', 'last_error_status']);
});

test('the type of an upload is one of the document types', () => {
  const upload = operationNamed('POST', '/v1/kyc/documents/{customer_id}');
  expect(upload?.requestBody?.content['multipart/form-data']).toMatchObject({
    schema: { properties: { metadata: { properties: { type: { enum: documentTypes } } } } },
  });
});

const exampleOf = (content: unknown): unknown => Reflect.get(Object(content), 'example');

test('every operation has a description, and examples of its body, its response and its path', () => {
  const without = operations.flatMap((operation) => {
    const { operationId, requestBody, responses, parameters } = operation;
    const content = [requestBody, responses['200']].flatMap((each) => Object.values(each?.content ?? {}));
    const lacks = content.some((each) => exampleOf(each) === undefined);
    const inPath = parameters.filter(({ in: place }) => place === 'path');
    const isTold = typeof operation['description'] === 'string' && operation['description'].length > 20;
    const isShown = content.length > 0 && !lacks && inPath.every((each) => exampleOf(each) !== undefined);
    return isTold && isShown ? [] : [operationId];
  });
  expect(without).toEqual([]);
});

const exampleTextOf = ({ responses }: (typeof operations)[number]): string =>
  JSON.stringify(exampleOf(responses['200']?.content?.['application/json'])) ?? '';

test('an example of a list has an item, and no filter but a required one: some clients send what it has', () => {
  const lists = operations.filter((operation) => exampleTextOf(operation).includes('"items":['));
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.filter((operation) => exampleTextOf(operation).includes('"items":[]'))).toEqual([]);
  const filters = lists.flatMap(({ operationId, parameters }) =>
    parameters
      .filter((each) => each['in'] === 'query' && exampleOf(each) !== undefined && each.name !== 'limit')
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(filters).toEqual(['readStatement currency']);
});

const errorsOf = ({ operationId, responses }: (typeof operations)[number]) =>
  Object.entries(responses)
    .filter(([status]) => status >= '400')
    .map(([status, { description, content }]) => ({
      name: `${operationId} ${status}`,
      status,
      codes: Array.from(description.matchAll(/^- `(\w+)`/gm), ([, code = '']) => code),
      examples: Object.entries(Object(content?.['application/json']?.['examples'])),
    }));

test('every response with an error has an example of each of its codes', () => {
  const errors = operations.flatMap(errorsOf);
  expect(errors.length).toBeGreaterThan(100);
  for (const { name, codes, examples } of errors) {
    const shown = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
    expect({ name, examples }).toEqual({ name, examples: shown });
  }
});

test('an example of an error says its code, in the form of errors, and where it is explained', () => {
  const examples = Object.entries(Object(document.components['examples']));
  expect(examples.length).toBeGreaterThan(35);
  for (const [code, example] of examples)
    expect(example).toMatchObject({
      value: { error: { code, doc_url: `https://gateway.test/docs/errors#${code}` } },
    });
});

/** It was 460 kB in November 2026: an example stands once, and what refers to it is short. */
const DOCUMENT_CHARACTERS_MAX = 500_000;

test('the document stays small enough for tools', () => {
  expect(JSON.stringify(document).length).toBeLessThan(DOCUMENT_CHARACTERS_MAX);
});
