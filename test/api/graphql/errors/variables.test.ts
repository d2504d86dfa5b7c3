import { describe, expect, test } from 'vitest';
import { gist, openFixture, readAnswer } from '../fixture.ts';
import { invalid, missing, unknown } from '../problems.ts';

const { ask, send, logged } = openFixture();
const create = (input: unknown) =>
  ask('mutation ($input: CreateInput!) { create(input: $input) }', { input });

describe('a variable that does not have its type', () => {
  test.each([
    [undefined, [missing('input')]],
    [null, [missing('input')]],
    ['s3cret', [invalid('input', 'must be an object')]],
    [['s3cret'], [invalid('input', 'must be an object')]],
    [{}, [missing('name')]],
    [{ name: null }, [missing('name')]],
    [{ name: ['s3cret'] }, [invalid('name', 'must be of type String')]],
    [{ name: 'a', s3: 'cret' }, [unknown('s3')]],
    [{ name: 'a', foo_bar: 1 }, [unknown('foo_bar')]],
    [{ name: 'a', country: 's3cret' }, [invalid('country', 'must be one of HK, MY')]],
    [{ name: 'a', age: 77_123_456_789 }, [invalid('age', 'must be of type Int')]],
    [{ name: 'a', amount: 's3cret' }, [invalid('amount', 'must be of type SafeInt')]],
    [{ name: 'a', extra: ['s3cret'] }, [invalid('extra', 'must be of type JSONObject')]],
    [{ name: 'a', file: { path: '/s3cret' } }, [invalid('file', 'must be of type File')]],
    [{ name: 'a', registeredAddress: 's3cret' }, [invalid('registeredAddress', 'must be an object')]],
    [
      {
        country: 1,
        registeredAddress: { city: 5, line: 's3cret', zip: 's3cret' },
        directors: [{ number: '1' }, null, {}],
      },
      [
        unknown('registeredAddress.zip'),
        missing('name'),
        invalid('country', 'must be one of HK, MY'),
        invalid('registeredAddress.city', 'must be of type String'),
        missing('directors[1]'),
        missing('directors[2].number'),
      ],
    ],
    // GraphQL takes one item for a list of one.
    [
      { name: 'a', directors: { number: 5, s3: 'cret' } },
      [unknown('directors[0].s3'), invalid('directors[0].number', 'must be of type String')],
    ],
    [{ name: 'a', directors: 's3cret' }, [invalid('directors', 'must be an object')]],
  ])('%j', async (input, problems) => {
    const answer = await create(input);
    expect(gist(answer)).toEqual(problems);
    expect(answer).not.toHaveProperty('data');
    expect(answer.errors).toHaveLength(1);
    expect(answer.text).not.toMatch(/s3cret|\b77123\b/);
  });

  test('is named by the argument it is for', async () => {
    const data = await ask('mutation ($data: CreateInput!) { create(input: $data) }', { data: { name: 1 } });
    expect(gist(data)).toEqual([invalid('name', 'must be of type String')]);
    const id = await ask('mutation ($c: ID!) { touch(customerId: $c) }', { c: {} });
    expect(gist(id)).toEqual([invalid('customerId', 'must be of type ID')]);
  });

  test('is named by its place if it is a part of an argument', async () => {
    const answer = await ask(
      'query ($text: String!, $n: String!) { echo(input: { name: $text, directors: [{ number: $n }] }) }',
      {},
    );
    expect(gist(answer)).toEqual([missing('name'), missing('directors[0].number')]);
  });

  test('has at most the first hundred characters of an unknown name in the error', async () => {
    const answer = await create({ name: 'a', ['n'.repeat(5_000)]: 1 });
    expect(gist(answer)[0]?.param).toBe('n'.repeat(100));
    expect(answer.text.length).toBeLessThan(1_000);
  });

  test('gets a small response, also if much of it is wrong', async () => {
    const answer = await create({ name: 'a', directors: Array.from({ length: 1_000 }, () => 1) });
    expect(gist(answer)).toHaveLength(50);
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`m${index}`, 1]));
    const unknowns = await create({ name: 'a', ...members });
    expect(gist(unknowns)).toHaveLength(50);
    expect(unknowns.text.length).toBeLessThan(10_000);
  });

  test('is not read if it is a list of more items than any operation takes', async () => {
    const answer = await create({ name: 'a', directors: Array.from({ length: 1_001 }, () => 1) });
    expect(gist(answer)).toEqual([invalid('directors', 'must have at most 1000 items')]);
  });

  test('may be of an input type with @oneOf', async () => {
    const find = (by: object) => ask('query ($by: LookUp!) { find(by: $by) }', { by });
    expect((await find({ id: '1' })).errors).toBeUndefined();
    for (const by of [{}, { id: null }, { id: '1', email: 'b' }]) {
      expect(gist(await find(by))).toEqual([
        invalid('by', 'must have exactly one member, and it must not be null'),
      ]);
    }
  });

  test.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
  ])('has the status that belongs to %s', async (accept, status) => {
    const response = await send({ query: 'query ($id: ID!) { person(id: $id) { name } }' }, { accept });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
    expect(gist(await readAnswer(response))).toEqual([missing('id')]);
  });
});

test('a variable whose default hides that a value is required is missing when it is null', async () => {
  const answer = await ask('query ($size: Int = 1) { needed(size: $size) }', { size: null });
  expect(gist(answer)).toEqual([missing('size')]);
  expect(answer.errors?.[0]?.path).toEqual(['needed']);
});

test.each([
  ['{ name: $text }', 'name'],
  ['{ name: "a", registeredAddress: { city: $text } }', 'registeredAddress.city'],
  ['{ name: "a", directors: [{ number: "1" }, { number: $text }] }', 'directors[1].number'],
])('a variable inside %s is also refused, and the error names its place', async (input, param) => {
  const answer = await ask(`query ($text: String = "a") { echo(input: ${input}) }`, { text: null });
  expect(gist(answer)).toEqual([missing(param)]);
  expect(answer.errors?.[0]?.path).toEqual(['echo']);
});

test('a variable with a name such as constructor is a variable like any other', async () => {
  const answer = await ask(
    'query ($constructor: String, $__proto__: String) { a: echo(text: $constructor) b: echo(text: $__proto__) }',
  );
  expect(answer.data).toEqual({ a: '{}', b: '{}' });
});

test('free JSON arrives as it was sent', async () => {
  const text = '{"name":"x","extra":{"__proto__":{"a":1},"b":[1.5,"\\u202e👋"]}}';
  const { data } = await create(JSON.parse(text));
  expect(data).toEqual({ create: `{"input":${JSON.stringify(JSON.parse(text))}}` });
});

test('none of these requests is logged as a failure of the gateway', () => {
  expect(logged).toEqual([]);
});
