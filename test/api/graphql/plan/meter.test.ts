import { buildSchema, execute, type GraphQLResolveInfo, parse } from 'graphql';
import { expect, test } from 'vitest';
import { executePlanned } from '../../../../src/api/graphql/plan/execute-planned.ts';

const schema = buildSchema(`
  type Query { items: [Item!]! later: Item signal: String waits: String }
  type Item { name: String! tags: [String!]! }
  type Mutation { item: Item }
`);
const item = { name: 'n', tags: ['a', 'b'] };
const signals: (AbortSignal | undefined)[] = [];
const rootValue = {
  items: [item, item, item],
  item,
  later: async () => item,
  signal: (_args: object, _context: object, info: GraphQLResolveInfo) => {
    signals.push(info.getAbortSignal());
    return 'kept';
  },
  waits: () => new Promise(() => {}),
};

function counting() {
  const counted = { objects: 0, leaves: [] as unknown[] };
  const meter = {
    onObject: () => void (counted.objects += 1),
    onLeaf: (value: unknown) => void counted.leaves.push(value),
  };
  return { counted, meter };
}

test.each(['{ items { name tags } }', '{ items { ...F } } fragment F on Item { name tags __proto__: name }'])(
  'every object and every leaf of a result is counted once: %s',
  async (text) => {
    const { counted, meter } = counting();
    await executePlanned({ schema, document: parse(text), rootValue }, meter);
    expect(counted.objects).toBe(4);
    expect(new Set(counted.leaves)).toEqual(new Set(['n', 'a', 'b']));
    expect(counted.leaves.filter((leaf) => leaf === 'a')).toHaveLength(3);
  },
);

test('the result of a mutation is counted too', async () => {
  const { counted, meter } = counting();
  await executePlanned({ schema, document: parse('mutation { item { name } }'), rootValue }, meter);
  expect(counted).toEqual({ objects: 2, leaves: ['n'] });
});

test.each(['{ items { name } }', '{ later { name } items { name } }', '{ later { name tags } waits }'])(
  'an error that a meter throws ends the run, which fails with it: %s',
  async (text) => {
    const full = new Error('The answer is full.');
    const meter = {
      onObject: () => {},
      onLeaf: () => {
        throw full;
      },
    };
    const document = parse(text);
    // The first run makes the plan, the second has it.
    for (const _run of [1, 2])
      await expect(executePlanned({ schema, document, rootValue }, meter)).rejects.toBe(full);
  },
);

test('an aborted run ends as with graphql’s own executor, and so does the signal of its resolvers', async () => {
  const outcomes = [];
  for (const run of [execute, executePlanned]) {
    const controller = new AbortController();
    const document = parse('{ signal waits }');
    const running = run({ schema, document, rootValue, abortSignal: controller.signal });
    controller.abort(new Error('Called off.'));
    outcomes.push(await Promise.resolve(running).catch((error: unknown) => String(error)));
  }
  expect(outcomes[1]).toBe(outcomes[0]);
  expect(outcomes[1]).toContain('Called off.');
  expect(signals.splice(0).map((signal) => [signal?.aborted, String(signal?.reason)])).toEqual([
    [true, 'Error: Called off.'],
    [true, 'Error: Called off.'],
  ]);
});

test('a run that is aborted before it begins does not begin', async () => {
  const abortSignal = AbortSignal.abort(new Error('Too late.'));
  const document = parse('{ signal }');
  await expect(executePlanned({ schema, document, rootValue, abortSignal })).rejects.toThrow('Too late.');
  expect(signals).toEqual([]);
});

test('the signal of a resolver ends with the run, also if it is first used then', async () => {
  const document = parse('{ signal }');
  for (const _run of [1, 2]) await executePlanned({ schema, document, rootValue });
  expect(signals.splice(0).map((signal) => signal?.aborted)).toEqual([true, true]);
  let late: GraphQLResolveInfo['getAbortSignal'] | undefined;
  const keeping = {
    later: (_args: object, _context: object, info: GraphQLResolveInfo) => void (late = info.getAbortSignal),
  };
  await executePlanned({ schema, document: parse('{ later { name } }'), rootValue: keeping });
  expect(late?.()?.aborted).toBe(true);
});
