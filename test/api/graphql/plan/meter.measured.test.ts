import { getHeapSpaceStatistics } from 'node:v8';
import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { executePlanned } from '../../../../src/api/graphql/plan/execute-planned.ts';

const schema = buildSchema(`
  type Query { items: [Item!]! later: Item }
  type Item { name: String! tags: [String!]! }
`);
const item = { name: 'n', tags: ['a', 'b'] };
const rootValue = { items: [item, item, item], later: async () => item };
const document = parse('{ later { name tags } items { name tags } }');

const WARM_RUNS = 2_000;
const RUNS = 10_000;
/** A run makes some ten kilobytes. */
const KEPT_BYTES = 1_024;
/** Compared with runs of each of which a kilobyte is kept. */
const GROWTH_MAX = 0.4;

/** Bytes of what has survived the collections of young objects, with garbage among it. */
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

/** How much more is old after so many runs. */
async function growthOf(afterRun: () => void): Promise<number> {
  const before = oldBytes();
  for (let at = 0; at < RUNS; at += 1) {
    await executePlanned({ schema, document, rootValue });
    afterRun();
  }
  return oldBytes() - before;
}

// The process may take memory of its own meanwhile, but not each time.
test('the memory of a run is freed without a full garbage collection', { retry: 3 }, async () => {
  for (let at = 0; at < WARM_RUNS; at += 1) await executePlanned({ schema, document, rootValue });
  const growth = await growthOf(() => {});
  const kept: number[][] = [];
  const ofKept = await growthOf(() => void kept.push(Array<number>(KEPT_BYTES / 8).fill(0)));
  expect(kept).toHaveLength(RUNS);
  expect(growth / ofKept).toBeLessThan(GROWTH_MAX);
});
