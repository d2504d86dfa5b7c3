import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from './operations.ts';
import { results } from './results.ts';
import { openFixture, type Fixture } from './fixture.ts';
import { withoutIds } from '../../support/spelling.ts';
import type { OnBothApis } from './on-both-apis.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const entries = Object.entries<OnBothApis>(operations);

describe.each(entries)('%s gives the same result on both APIs', (name, operation) => {
  const cases = Object.entries(results).flatMap(([of, each]) => (of === name ? each : []));
  const everywhere = operation.rows.flatMap((row) => cases.map(([what, given]) => ({ row, what, given })));

  test.each(everywhere)('$what ($row)', async ({ row, given }) => {
    const { partner } = fixture.callers;
    const call = await given(fixture);
    const byRest = await operation.byRest(partner, call, row);
    const again = operation.changes ? await given(fixture) : call;
    const byGraphql = await operation.byGraphql(partner, again);

    expect(byRest.outcome).toHaveProperty('result');
    if (operation.changes) expect(withoutIds(byGraphql.outcome)).toEqual(withoutIds(byRest.outcome));
    else expect(byGraphql.outcome).toEqual(byRest.outcome);
  });
});

test('a list goes on by its Link header if its connection has a next page', async () => {
  const { partner } = fixture.callers;
  const seen: unknown[] = [];
  let after: string | undefined;
  for (;;) {
    const call = { input: { limit: 1, ...(after !== undefined && { starting_after: after }) } };
    const rest = await operations.listCustomers.byRest(partner, call);
    const graphql = await operations.listCustomers.byGraphql(partner, call);
    expect(graphql.outcome).toEqual(rest.outcome);
    seen.push(...rest.answer.json.items);
    const { hasNextPage, endCursor } = graphql.answer.json.data.customers.pageInfo;
    expect(rest.answer.headers.has('link')).toBe(hasNextPage);
    if (!hasNextPage) break;
    expect(rest.answer.headers.get('link')).toContain(`starting_after=${endCursor}`);
    after = endCursor;
  }
  const all = await operations.listCustomers.byRest(partner, { input: { limit: 100 } });
  expect(seen).toEqual(all.answer.json.items);
});
