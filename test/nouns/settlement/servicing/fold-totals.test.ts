import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { checkpointAll, verify } from '../../../support/fixtures/audit-fixture.ts';
import { openServicing } from './fixture.ts';

const SETTLEMENTS = 6;
const ROUNDS = 5;

let fixture: Awaited<ReturnType<typeof openServicing>>;
beforeEach(async () => {
  fixture = await openServicing();
});
afterEach(() => fixture.close());

const rowsOfDays = async () =>
  (
    await fixture.gateway.database.reads
      .selectFrom('counter')
      .select(['name', 'shard'])
      .where('name', 'like', 'all/outstanding/%')
      .orderBy('name')
      .orderBy('shard')
      .execute()
  ).map(({ name, shard }) => `${name} ${shard}`);

async function owed(): Promise<readonly string[]> {
  const { json } = await fixture.operator.graphql(
    '{ settlementOverview { outstanding { ages { amount } } } }',
  );
  return json.data.settlementOverview.outstanding.ages.map(({ amount }: { amount: string }) => amount);
}

test('each total of a day becomes one row, and a settled day keeps none', async () => {
  const id = await fixture.fund();
  for (let paid = 0; paid < 3; paid += 1) await fixture.record(id, 1_000_001, '2026-03-02');
  await runHousekeeping(fixture.gateway);
  expect(await rowsOfDays()).toEqual(
    ['below', 'count'].map((part) => `all/outstanding/HKD/2026-04-01/${part} 0`),
  );
  expect((await owed())[0]).toBe('7999997');
  await fixture.record(id, 7_999_997, '2026-03-02');
  await runHousekeeping(fixture.gateway);
  expect(await rowsOfDays()).toEqual([]);
  expect(await owed()).toEqual([]);
});

test('repayments at the same time lose nothing of a total, and none of them fails', async () => {
  const ids: string[] = [];
  for (let made = 0; made < SETTLEMENTS; made += 1) ids.push(await fixture.fund());
  for (let round = 0; round < ROUNDS; round += 1)
    await Promise.all([
      ...ids.map((id) => fixture.record(id, 10_000, '2026-03-02')),
      runHousekeeping(fixture.gateway),
      runHousekeeping(fixture.gateway),
    ]);
  expect((await owed())[0]).toBe(String(SETTLEMENTS * (11_000_000 - ROUNDS * 10_000)));
  await checkpointAll(fixture);
  expect((await verify(fixture)).findings).toEqual([]);
});
