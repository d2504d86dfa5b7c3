import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import * as limits from '../../../../src/api/graphql/limits/limits.ts';
import { gist, openFixture } from '../fixture.ts';

const fixture = openFixture();
const { send } = fixture;

async function refusals(query: string, variables: object = {}): Promise<string[]> {
  const answer = await fixture.ask(query, variables);
  const found = gist(answer);
  for (const { code } of found) expect(code).toBe('query_too_complex');
  return found.map(({ message }) => message);
}

const nested = (depth: number) => `{ ${'self { '.repeat(depth)} name ${' }'.repeat(depth)} }`;
const person = (selection: string) => `{ person(id: 1) ${selection} }`;
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

describe('a query is refused before it is executed when it', () => {
  test('is longer than a document may be', async () => {
    const padding = ' '.repeat(limits.DOCUMENT_CHARACTERS_MAX - '{echo}'.length);
    expect(await refusals(`{echo}${padding}`)).toEqual([]);
    expect(await refusals(`{echo}${padding} `)).toEqual(['The query has more than 65536 characters.']);
  });

  test('has more tokens than a document may have', async () => {
    const list = (count: number) => `echo(at: [${'1 '.repeat(count)}])`;
    const numbers = (count: number) => `{ ${list(900)} b: ${list(900)} c: ${list(count)} }`;
    const rest = limits.DOCUMENT_TOKENS_MAX - 1_800 - 27;
    expect(await refusals(numbers(rest))).toEqual([]);
    expect(await refusals(numbers(rest + 1))).toEqual(['The query has more than 2000 tokens.']);
  });

  test('selects the same field too many times', async () => {
    // The figures of the guide; graphql-js sets the bound between them.
    expect(await refusals(person(`{ ${'name '.repeat(500)} }`))).toEqual([]);
    expect(await refusals(person(`{ ${'name '.repeat(1_000)} }`))).toEqual([
      'The query selects the same fields too many times.',
    ]);
  });

  test('nests fields too deep', async () => {
    expect(await refusals(person(nested(limits.DEPTH_MAX - 2)))).toEqual([]);
    expect(await refusals(person(nested(limits.DEPTH_MAX - 1)))).toEqual([
      'The query nests fields deeper than 12.',
    ]);
  });

  test('nests fields too deep through fragments', async () => {
    const chain = times(12, (index) => `fragment F${index} on Person { self { ...F${index + 1} } }`);
    expect(await refusals(`${person('{ ...F0 }')} ${chain} fragment F12 on Person { name }`)).toEqual([
      'The query nests fields deeper than 12.',
    ]);
  });

  test('has too many aliases', async () => {
    const aliases = (count: number) => person(`{ ${times(count, (index) => `a${index}: name`)} }`);
    expect(await refusals(aliases(limits.ALIASES_MAX))).toEqual([]);
    expect(await refusals(aliases(limits.ALIASES_MAX + 1))).toEqual(['The query has more aliases than 30.']);
  });

  test('has an alias that is too long', async () => {
    const alias = (length: number) => person(`{ ${'a'.repeat(length)}: name }`);
    expect(await refusals(alias(limits.ALIAS_CHARACTERS_MAX))).toEqual([]);
    expect(await refusals(alias(limits.ALIAS_CHARACTERS_MAX + 1))).toEqual([
      'The query has an alias of more characters than 100.',
    ]);
  });

  test('has too many fields at the top, fragments included', async () => {
    const fields = (count: number) => times(count, (index) => `a${index}: echo`);
    expect(await refusals(`{ ${fields(20)} }`)).toEqual([]);
    const message = ['The query has more fields at the top of an operation than 20.'];
    expect(await refusals(`{ ${fields(21)} }`)).toEqual(message);
    expect(await refusals(`{ ...F ... { ${fields(15)} } } fragment F on Query { ${fields(6)} }`)).toEqual(
      message,
    );
  });

  test('has too many directives', async () => {
    const directives = (count: number) => person(`{ name ${'@skip(if: false) '.repeat(count)} }`);
    expect(await refusals(directives(limits.DIRECTIVES_MAX + 1))).toEqual([
      'The query has more directives than 50.',
    ]);
  });

  test('nests a value too deep', async () => {
    const value = (depth: number) =>
      `{ echo(input: { name: "a", extra: { a: ${'['.repeat(depth)}${']'.repeat(depth)} } }) }`;
    expect(await refusals(value(limits.LITERAL_DEPTH_MAX - 2))).toEqual([]);
    expect(await refusals(value(limits.LITERAL_DEPTH_MAX - 1))).toEqual([
      'The query nests a value deeper than 32.',
    ]);
    expect(await refusals(value(900))).toEqual(['The query nests a value deeper than 32.']);
  });
});

describe('the cost of a query', () => {
  const tooMuch = [
    expect.stringMatching(/^The query costs \d+, and 10000 is the most; .*ask for fewer fields\.$/),
  ];
  const pages = (outer: string, inner: string) =>
    `query ($n: Int, $d: Int = 100) { a: person(id: 1) { friends(first: $n, last: $d) { totalCount } } people(${outer}) { edges { node { friends(${inner}) { edges { node { name } } } } } } }`;

  test('counts what a page selects once for each item', async () => {
    expect(await refusals(pages('first: 50', 'last: 50'))).toEqual([]);
    // person 1, its page 1 + 100 + 1; the page 1 + 100, its edges 1, and in each a node 1 with a page 1 + 50, 1, and 50 * 2
    const cost = 103 + 102 + 100 * 153;
    expect(await refusals(pages('first: 100', 'last: 50'))).toEqual([
      `The query costs ${cost}, and 10000 is the most; it fits with first or last at most 64 in each list, or ask for fewer fields.`,
    ]);
    // 3 + 64 and 2 + 64, and 64 times the same 153: 9,925; with 65 it is 10,080.
    expect(await refusals(pages('first: 64', 'last: 50').replace('$d: Int = 100', '$d: Int = 64'))).toEqual(
      [],
    );
    expect(await refusals(pages('first: 65', 'last: 50').replace('$d: Int = 100', '$d: Int = 65'))).toEqual(
      tooMuch,
    );
  });

  test('takes the larger of first and last, whichever of them is null', async () => {
    for (const inner of ['first: null, last: 100', 'last: 100, first: 1', 'first: $n, last: $d', 'last: $d'])
      expect(await refusals(pages('first: 100', inner), { n: null })).toEqual(tooMuch);
    expect(await refusals(pages('first: null, last: null', 'first: $n, last: $n'), { n: null })).toEqual([]);
  });

  test('counts __typename, and aliases as often as fragments repeat them', async () => {
    const names = (spreads: number) =>
      `{ people(first: 100) { edges { ${times(spreads, (index) => `a${index}: node { ...P }`)} } } }
        fragment P on Person { __typename ${times(9, (index) => `n${index}: name`)} }`;
    expect(await refusals(names(8))).toEqual([]);
    expect(await refusals(names(9))).toEqual(tooMuch);
  });

  test('is shown up to a million', async () => {
    const lists = `{ person(id: 1) { ${'tags { '.repeat(8)} name ${'}'.repeat(8)} } }`;
    expect(await refusals(lists)).toEqual([
      'The query costs more than 1000000, and 10000 is the most; ask for fewer fields.',
    ]);
  });

  test('counts a page that a variable asks for, and its default', async () => {
    expect(await refusals(pages('first: $n', 'first: 50'), { n: 50 })).toEqual([]);
    expect(await refusals(pages('first: $n', 'first: 50'), { n: 100 })).toEqual(tooMuch);
    expect(await refusals(pages('first: $n', 'first: 50'), { n: 50 })).toEqual([]);
    expect(await refusals(pages('first: $d', 'first: 50'))).toEqual(tooMuch);
  });

  test('counts a page without a valid size as the default page', async () => {
    expect(await refusals(pages('after: null', 'first: 100').replace('(after: null)', ''))).toEqual([]);
    expect(await refusals(pages('first: $n', 'first: $n'), { n: null })).toEqual([]);
  });

  test('does not refuse a page that is too large, because the error of the operation is clearer', async () => {
    expect(await refusals('{ people(first: 2000000000) { edges { node { name } } } }')).toEqual([]);
    expect(await refusals('{ people(first: -5) { edges { node { name } } } }')).toEqual([]);
  });

  test('counts lists in lists, inside fragments too', async () => {
    const lists = (depth: number) =>
      `{ person(id: 1) { ...P } } fragment P on Person { ${'tags { '.repeat(depth)} name ${'}'.repeat(depth)} }`;
    expect(await refusals(lists(3))).toEqual([]);
    expect(await refusals(lists(4))).toEqual(tooMuch);
  });

  test('of many mutations is higher than the cost of many queries', async () => {
    const touches = (count: number) =>
      `mutation { ${times(count, (index) => `a${index}: touch(customerId: 1)`)} }`;
    expect(await refusals(touches(20))).toEqual([]);
  });

  test('allows the standard introspection query once, and refuses it several times in one document', async () => {
    const standard = getIntrospectionQuery({
      inputValueDeprecation: true,
      specifiedByUrl: true,
      oneOf: true,
    });
    expect(await refusals(standard)).toEqual([]);
    const twice = standard
      .replace('__schema {', '__schema { ...S } again: __schema { ...S } } fragment S on __Schema {')
      .replace(/\}\s*\}\s*fragment FullType/, '} fragment FullType');
    expect(await refusals(twice)).toEqual(tooMuch);
  });

  test('of introspection is the same for any selection, and a response that becomes too large is stopped', async () => {
    const names = (count: number) =>
      `{ __schema { ${times(count, (index) => `a${index}: types { fields { ...F } }`)} } }
        fragment F on __Field { ${times(4, (index) => `b${index}: type { ...T ofType { ...T ofType { ...T } } }`)} }
        fragment T on __Type { fields { type { name } } }`;
    expect(await refusals(names(1))).toEqual([]);
    expect(await refusals(names(25))).toEqual([
      'The response would have more than 16 MiB or 20000 objects; ask for fewer fields or smaller pages.',
    ]);
  });

  test('of a single type is low: a document may ask for several', async () => {
    const types = times(20, (index) => `a${index}: __type(name: "Person") { fields { name type { name } } }`);
    expect(await refusals(`{ ${types} }`)).toEqual([]);
  });

  test.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
  ])('is refused with the status that belongs to %s', async (accept, status) => {
    const response = await send({ query: pages('first: 100', 'first: 100') }, { accept });
    expect(response.status).toBe(status);
  });
});

test('none of these requests is logged as a failure of the gateway', () => {
  expect(fixture.logged).toEqual([]);
});
