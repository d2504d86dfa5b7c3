import { afterEach, beforeEach, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { checkpointAll, verify } from '../../../support/fixtures/audit-fixture.ts';
import { openServicing } from './fixture.ts';
import { fundBefore, moveBefore } from './former.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
beforeEach(async () => {
  fixture = await openServicing();
});
afterEach(() => fixture.close());

const intact = async () => {
  await checkpointAll(fixture);
  return (await verify(fixture)).findings;
};
const rows = () =>
  fixture.gateway.database.reads.selectFrom('servicing').select(['id', 'steps', 'entries']).execute();
const openedEvents = async () => (await fixture.trail()).filter((type) => type === 'funding.opened').length;

test('a settlement that an earlier version paid out is opened from the trail, against the opening balance', async () => {
  const id = await fundBefore(fixture);
  expect(await intact()).toEqual([]);
  fixture.waitDays(3);
  await runHousekeeping(fixture.gateway);
  expect(await fixture.journal(id)).toEqual([
    'opening · 2026-03-02 · principal_receivable 10000000 · fee_receivable 1000000 · opening_balance -10000000 · fee_unearned -1000000',
  ]);
  expect(await fixture.servicing(id)).toMatchObject({
    funded_on: '2026-03-02',
    due_on: '2026-04-01',
    outstanding: 11_000_000,
    paid: 0,
    state: 'current',
  });
  expect(await rows()).toEqual([{ id, steps: 2, entries: 1 }]);
  expect(await openedEvents()).toBe(1);
  expect(await intact()).toEqual([]);
});

test('one that was repaid counts as one transfer of principal and fee', async () => {
  const id = await fundBefore(fixture);
  fixture.waitDays(10);
  await moveBefore(fixture, id, 'repay');
  await runHousekeeping(fixture.gateway);
  expect(await fixture.journal(id)).toEqual([
    'opening · 2026-03-02 · principal_receivable 10000000 · fee_receivable 1000000 · opening_balance -10000000 · fee_income -1000000',
    'opening · 2026-03-12 · opening_balance 11000000 · fee_receivable -1000000 · principal_receivable -10000000',
  ]);
  expect(await fixture.servicing(id)).toMatchObject({
    outstanding: 0,
    paid: 11_000_000,
    state: 'settled',
    closed_on: '2026-03-12',
  });
  expect(await intact()).toEqual([]);
});

test('a read shows it before it is opened, and an operation opens it', async () => {
  const id = await fundBefore(fixture);
  const before = await fixture.servicing(id);
  expect(before).toMatchObject({ outstanding: 11_000_000, state: 'current' });
  expect(await rows()).toEqual([]);
  const listed = (await fixture.partner.rest('GET', '/v1/instant-settlements')).json.items[0];
  expect(listed.servicing).toEqual(before);

  await fixture.change('waiveFee', id, 'amount: 100, reason: "goodwill"');
  expect((await fixture.entries(id)).map(({ kind, balance }) => [kind, balance])).toEqual([
    ['opening', 11_000_000],
    ['waiver', 10_999_900],
  ]);
  await runHousekeeping(fixture.gateway);
  expect(await openedEvents()).toBe(1);
  expect(await intact()).toEqual([]);
});

test('one that an earlier version marks as repaid after it was opened is closed by one transfer', async () => {
  const id = await fundBefore(fixture);
  await runHousekeeping(fixture.gateway);
  fixture.waitDays(5);
  await moveBefore(fixture, id, 'repay');
  await runHousekeeping(fixture.gateway);
  expect((await fixture.journal(id)).slice(1)).toEqual([
    'opening · 2026-03-07 · opening_balance 11000000 · fee_receivable -1000000 · principal_receivable -10000000',
    'fee_earned · 2026-03-07 · fee_unearned 1000000 · fee_income -1000000',
  ]);
  expect(await fixture.servicing(id)).toMatchObject({ outstanding: 0, state: 'settled' });
  expect(await intact()).toEqual([]);
});

test('a statement of a moment before the opening shows nothing', async () => {
  const id = await fundBefore(fixture);
  fixture.waitDays(3);
  await runHousekeeping(fixture.gateway);
  const statement = async (query: string) =>
    (await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/statement${query}`)).json;
  expect((await statement('?known_at=2026-03-04')).items).toEqual([]);
  expect((await statement('')).items).toMatchObject([{ kind: 'opening', amount: 11_000_000 }]);
});

test('its statement is not empty before the opening, but is asked for again', async () => {
  const id = await fundBefore(fixture);
  const statement = () => fixture.partner.rest('GET', `/v1/instant-settlements/${id}/statement`);
  const refused = await statement();
  expect([refused.status, refused.json.error.code]).toEqual([503, 'service_unavailable']);
  expect(refused.headers.get('retry-after')).toBe('5');
  await runHousekeeping(fixture.gateway);
  expect((await statement()).json.closing_balance).toBe('11000000');
});

test('a damaged settlement stops none of the others', async () => {
  const damaged = await fundBefore(fixture);
  const id = await fundBefore(fixture);
  await fixture.gateway.database.writes
    .updateTable('instant_settlement')
    .set({ amount: 1 })
    .where('id', '=', damaged)
    .execute();
  await expect(runHousekeeping(fixture.gateway)).rejects.toThrow('service_unavailable');
  expect((await rows()).map((row) => row.id)).toEqual([id]);
});
