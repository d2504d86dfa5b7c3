import { array, assert, asyncProperty } from 'fast-check';
import { isRequiredArgument, parse } from 'graphql';
import { expect, test } from 'vitest';
import { bothWays } from './both-ways.ts';
import { declaredValues, documentsOf } from './documents.ts';
import { buildOddSchema } from './odd-schema.ts';
import { anyThing } from './odd-values.ts';
import { casesOf } from '../../../support/wide-input.ts';

const schema = buildOddSchema();

const documents = (operation: 'query' | 'mutation') =>
  documentsOf(
    schema,
    (argument) => (isRequiredArgument(argument) ? 'true' : argument.name === 'size' ? '7' : undefined),
    operation,
  );

type Variables = Readonly<Record<string, unknown>>;

/**
 * Runs one document with several sets of variables, one after another: what is cached from one run must not show in the
 * next.
 */
async function expectAlike(text: string, sets: readonly Variables[], make: () => unknown): Promise<void> {
  const document = parse(text);
  for (const variableValues of sets) {
    const { plain, planned } = await bothWays(() => ({
      schema,
      document,
      variableValues,
      contextValue: { root: make() },
      hideSuggestions: true,
    }));
    for (const outcome of planned) expect(outcome).toEqual(plain);
  }
}

test.each(['query', 'mutation'] as const)(
  'a %s has the same data, errors and order by a plan, with resolvers of every kind',
  async (operation) => {
    const sets = array(declaredValues, { minLength: 1, maxLength: 3 });
    await assert(asyncProperty(documents(operation), sets, anyThing, expectAlike), {
      numRuns: casesOf(120, 400),
    });
  },
);

const thing = () => ({ kind: 'Thing', colour: 'red', text: 'text', child: { kind: 'Thing', colour: 'red' } });

test('an operation with more fields than are planned has the same result', async () => {
  const many = Array.from({ length: 120 }, (_, index) => `f${index}: shown { text colour count whim tags }`);
  const nested = Array.from(
    { length: 120 },
    (_, index) => `g${index}: child { shown { text ...More } named { kind } }`,
  );
  const text = `{ thing { ${many.join(' ')} ${nested.join(' ')} } } fragment More on Thing { colour child { text } }`;
  await expectAlike(text, [{}], thing);
});

test('a list whose items come one by one has the same result, to its end or to the item that fails', async () => {
  for (const fails of [false, true]) {
    await expectAlike('{ thing { children { text colour } } }', [{}], () => ({
      ...thing(),
      list: (async function* list() {
        yield thing();
        yield null;
        if (fails) throw new Error('It stops here.');
      })(),
    }));
  }
});

test('fragments with variables of their own have the same result', async () => {
  const text = `query ($yes: Boolean!) { thing { ...Part(show: $yes) child { ...Part(show: $yes) } } }
    fragment Part($show: Boolean!) on Thing { text echo(needed: $show) }`;
  const document = parse(text, { experimentalFragmentArguments: true });
  for (const yes of [true, false, true]) {
    const variableValues = { yes };
    const { plain, planned } = await bothWays(() => ({
      schema,
      document,
      variableValues,
      contextValue: { root: thing() },
    }));
    for (const outcome of planned) expect(outcome).toEqual(plain);
  }
});

test('an operation that does not exist, or lacks a variable, is refused in the same words', async () => {
  await expectAlike('query A { thing { text } } query B { thing { text } }', [{}], thing);
  await expectAlike(
    'query ($yes: Boolean!) { thing { text @include(if: $yes) } }',
    [{}, { yes: null }],
    thing,
  );
});
