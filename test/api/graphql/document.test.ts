import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { gist, openFixture } from './fixture.ts';
import { invalid, missing, unknown } from './problems.ts';

const { ask, send, logged } = openFixture();

describe('a document that cannot be parsed', () => {
  test.each([
    ['{ echo(text: "s3cret }', 'The query has a syntax error at line 1, column 23.'],
    [
      '{ echo(text: "a" "s3cret") }',
      'The query has a syntax error at line 1, column 18: expected Name, found String.',
    ],
    [
      '{ echo(text: s3cret:) }',
      'The query has a syntax error at line 1, column 20: expected Name, found ":".',
    ],
    ['query s3cret {', 'The query has a syntax error at line 1, column 15: expected Name, found <EOF>.'],
    ['"s3cret', 'The query has a syntax error at line 1, column 8.'],
    ['{ echo(text: 0s3cret) }', 'The query has a syntax error at line 1, column 15.'],
    ['{ echo(text: "\\us3cret") }', 'The query has a syntax error at line 1, column 15.'],
    ['s3cret { a }', 'The query has a syntax error at line 1, column 1: unexpected Name.'],
    ['fragment on on s3cret', 'The query has a syntax error at line 1, column 10: unexpected Name.'],
    ['', 'The query has a syntax error at line 1, column 1: unexpected <EOF>.'],
  ])('the error of %s names the place and no value', async (query, message) => {
    const answer = await ask(query);
    expect(gist(answer)).toEqual([{ code: 'query_invalid', message }]);
    expect(answer.text).not.toContain('s3cret');
  });
});

describe('a document that does not fit the schema', () => {
  test('gets an error with the wrong field and its position', async () => {
    const { errors } = await ask('{ echo\n  ech }');
    expect(errors).toMatchObject([
      {
        message: 'Cannot query field "ech" on type "Query". Did you mean "echo"?',
        locations: [{ line: 2, column: 3 }],
        extensions: { code: 'query_invalid' },
      },
    ]);
  });

  test('gets the same error a second time, from the cache', async () => {
    const first = await ask('{ twice }');
    expect(await ask('{ twice }')).toEqual(first);
  });

  test('gets every error, up to a limit', async () => {
    const fields = Array.from({ length: 60 }, (_, index) => `nope${index}`);
    const { errors = [] } = await ask(`{ person(id: 1) { ${fields.join(' ')} } }`);
    expect(errors.length).toBeGreaterThan(10);
    expect(errors.length).toBeLessThan(25);
  });

  test('gets only a part of a name of 60,000 characters in the error', async () => {
    const answer = await ask(`{ ${'x'.repeat(60_000)} }`);
    expect(gist(answer)).toMatchObject([{ code: 'query_invalid' }]);
    expect(answer.text.length).toBeLessThan(1_000);
  });

  test('gets no suggestion of names if introspection is off', async () => {
    const closed = openFixture({ introspection: false });
    const answers = [await closed.ask('{ ech }'), await closed.ask('{ echo(texd: 1) }')];
    const coerced = await closed.ask('query ($input: CreateInput) { echo(input: $input) }', {
      input: { nam: 1 },
    });
    const written = await closed.ask('{ echo(input: { nam: 1 }) }');
    for (const { text } of [...answers, coerced, written]) expect(text).not.toContain('Did you mean');
  });

  test('cannot ask for the schema if introspection is off', async () => {
    const answer = await openFixture({ introspection: false }).ask('{ __schema { types { name } } }');
    expect(answer).not.toHaveProperty('data');
    expect(new Set(gist(answer).map(({ code }) => code))).toEqual(new Set(['query_invalid']));
  });
});

test('the standard introspection query is answered', async () => {
  const { data, errors } = await ask(getIntrospectionQuery({ oneOf: true, inputValueDeprecation: true }));
  expect(errors).toBeUndefined();
  expect(data).toHaveProperty('__schema');
});

describe('the operation to run', () => {
  const run = async (query: string, operationName?: string) => {
    const response = await send({ query, operationName: operationName ?? null });
    return JSON.parse(await response.text());
  };

  test('is the operation that operationName names', async () => {
    expect(await run('query A { a: __typename } query B { b: __typename }', 'B')).toEqual({
      data: { b: 'Query' },
    });
  });

  test.each([
    ['query A { a: __typename } query B { b: __typename }', undefined, 'several operations'],
    ['query A { a: __typename }', 'Other', 'no operation of the name in operationName'],
    ['fragment F on Query { __typename }', undefined, 'has no operation'],
    ['type A { a: Int }', undefined, 'has no operation'],
  ])('%s with operationName %s is refused', async (query, operationName, message) => {
    const [{ code, message: said } = { code: '', message: '' }] = gist(await run(query, operationName));
    expect(code).toBe('query_invalid');
    expect(said).toContain(message);
  });
});

describe('values in the document', () => {
  test.each([
    ['{ echo(text: 77123) }', [invalid('text', 'must be of type String')]],
    ['{ echo(at: [1, "s3cret"]) }', [invalid('at[1]', 'must be of type Int')]],
    ['{ echo(at: 1.5) }', [invalid('at', 'must be of type Int')]],
    ['{ person(id: null) { name } }', [missing('id')]],
    ['{ person { name } }', [missing('id')]],
    ['mutation { create }', [missing('input')]],
    ['mutation { create(input: "s3cret") }', [invalid('input', 'must be an object')]],
    ['mutation { create(input: {}) }', [missing('name')]],
    ['mutation { create(input: { name: "a", nope: "s3cret" }) }', [unknown('nope')]],
    [
      'mutation { create(input: { name: "a", country: "HK" }) }',
      [invalid('country', 'must be one of HK, MY')],
    ],
    ['mutation { create(input: { name: "a", file: "s3cret" }) }', [invalid('file', 'must be of type File')]],
    ['mutation { create(input: { name: "a", extra: 5 }) }', [invalid('extra', 'must be of type JSONObject')]],
    [
      'mutation { create(input: { name: "a", extra: { a: 1e999 } }) }',
      [invalid('extra', 'must not have a number that is too large to be read')],
    ],
    [
      'mutation { create(input: { name: 5, registeredAddress: { cty: "s3cret" }, directors: [{ number: "1" }, {}] }) }',
      [
        unknown('registeredAddress.cty', 'city'),
        invalid('name', 'must be of type String'),
        missing('registeredAddress.city'),
        missing('directors[1].number'),
      ],
    ],
    ['query ($at: [Int!] = ["s3cret"]) { echo(at: $at) }', [invalid('at[0]', 'must be of type Int')]],
    ['{ echo @include(if: "s3cret") }', [invalid('if', 'must be of type Boolean')]],
    ['{ echo @include }', [missing('if')]],
    [
      '{ find(by: { id: 1, email: "s3cret" }) }',
      [invalid('by', 'must have exactly one member, and it must not be null')],
    ],
  ])('%s', async (query, problems) => {
    const answer = await ask(query);
    expect(gist(answer)).toEqual(problems);
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors?.[0]?.locations).not.toHaveLength(0);
    expect(answer.text).not.toMatch(/s3cret|\b(?:77123|1\.5|1e999)\b/);
  });

  test('variables inside them are left to be validated on their own', async () => {
    const { data } = await ask(
      'query ($n: Int, $name: String!) { echo(input: { name: $name, extra: { a: [$n] } }) }',
      {
        n: 4,
        name: 'x',
      },
    );
    expect(data).toEqual({ echo: '{"input":{"name":"x","extra":{"a":[4]}}}' });
  });

  test('free JSON keeps a key named __proto__ as its own', async () => {
    const { data } = await ask(
      '{ echo(input: { name: "x", extra: { __proto__: { a: 1 }, b: null, c: ENUM } }) }',
    );
    expect(data).toEqual({
      echo: '{"input":{"name":"x","extra":{"__proto__":{"a":1},"b":null,"c":"ENUM"}}}',
    });
  });
});

test('none of these requests is logged as a failure of the gateway', () => {
  expect(logged).toEqual([]);
});
