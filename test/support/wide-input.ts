/** Tests of random input that `npm run test:system` repeats on SQLite with more cases; `on-postgres.ts` has others. */
export const WIDE_INPUT = [
  'test/api/graphql/fuzz.test.ts',
  'test/api/graphql/limits/cost-bound.test.ts',
  'test/api/graphql/plan/{gateway,odd}.test.ts',
  'test/contract/parity/fault-lists.test.ts',
  'test/nouns/settlement/servicing/stories/stories.test.ts',
];

/** How many random cases a test tries: few in `npm test`, many in `npm run test:system`, which sets TEST_WIDE_INPUT. */
export const casesOf = (few: number, many: number): number =>
  process.env['TEST_WIDE_INPUT'] === 'on' ? many : few;
