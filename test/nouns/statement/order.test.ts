import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import { openServicing } from '../settlement/servicing/fixture.ts';

const MINUTE_MS = 60_000;

let fixture: Awaited<ReturnType<typeof openServicing>>;
beforeEach(async () => {
  fixture = await openServicing();
});
afterEach(() => fixture.close());

interface Line {
  readonly entry_id: string;
  readonly recorded_at: string;
  readonly amount: number;
  readonly balance: number;
}

async function linesOf(id: string): Promise<readonly Line[]> {
  const { json } = await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/statement`);
  return json.items;
}

test('lines of one second are in the order of their recording, whatever the clock of a process says', async () => {
  const id = await fixture.fund();
  fixture.wait(900);
  await fixture.change('waiveFee', id, 'amount: 1, reason: "first"');
  // As far as a clock that is corrected, or that of another process.
  fixture.wait(-5 * MINUTE_MS);
  await fixture.change('waiveFee', id, 'amount: 2, reason: "second"');
  fixture.wait(5 * MINUTE_MS - 900);
  await fixture.change('waiveFee', id, 'amount: 3, reason: "third"');
  const lines = await linesOf(id);
  expect(lines.map(({ amount, balance, recorded_at }) => [amount, balance, recorded_at])).toEqual([
    [11_000_000, 11_000_000, '2026-03-02T02:00:00Z'],
    [-1, 10_999_999, '2026-03-02T02:00:00Z'],
    [-2, 10_999_997, '2026-03-02T02:00:00Z'],
    [-3, 10_999_994, '2026-03-02T02:00:00Z'],
  ]);
  expect(lines.map(({ entry_id }) => entry_id)).toEqual(lines.map(({ entry_id }) => entry_id).toSorted());
  await checkpointAll(fixture);
  expect((await verify(fixture)).findings).toEqual([]);
});

test('the entries of one change have ids in the order of their making', async () => {
  const id = await fixture.fund();
  await fixture.record(id, 11_000_000, '2026-03-02');
  expect((await fixture.entries(id)).map(({ kind }) => kind)).toEqual([
    'disbursement',
    'repayment',
    'fee_earned',
  ]);
});

/** The transactions that wait for a lock. */
async function waitingFor(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks a settlement, sends a change of it, and does something else before the settlement is free again. */
async function changeThatWaits(id: string, meanwhile: () => Promise<void> | void): Promise<void> {
  const { database } = fixture.gateway;
  const locked = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const holding = database.transaction(async (db) => {
    await db
      .updateTable('instant_settlement')
      .set(({ ref }) => ({ updated_at: ref('updated_at') }))
      .where('id', '=', id)
      .execute();
    locked.resolve();
    await asked.promise;
  });
  await locked.promise;
  const waiver = fixture.change('waiveFee', id, 'amount: 1, reason: "late"');
  // On SQLite the waiver begins when the writer is free.
  if (database.rowLocks) await expect.poll(() => waitingFor(database.reads)).toBe(1);
  await meanwhile();
  asked.resolve();
  await holding;
  expect((await waiver).errors).toBeUndefined();
}

test('a line is recorded at the moment at which its settlement was locked', async () => {
  const id = await fixture.fund();
  await changeThatWaits(id, () => fixture.wait(MINUTE_MS));
  expect((await linesOf(id)).map(({ recorded_at }) => recorded_at)).toEqual([
    '2026-03-02T02:00:00Z',
    '2026-03-02T02:01:00Z',
  ]);
});

describe('a line of a closed day is posted on an open one', () => {
  const closeBooks = async (until: string) => {
    const admin = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
    const { json } = await admin.graphql(`mutation { closeBooks(until: "${until}") { booksClosedUntil } }`);
    expect(json.errors).toBeUndefined();
  };
  const daysOf = async (id: string) =>
    (await fixture.entries(id)).map(({ kind, posted_on }) => `${kind} ${posted_on}`);

  test('also if its change began on that day, and waited until after midnight', async () => {
    const id = await fixture.fund();
    fixture.wait(new Date('2026-03-02T15:59:30Z').getTime() - fixture.now().getTime());
    const { rowLocks } = fixture.gateway.database;
    await changeThatWaits(id, async () => {
      fixture.wait(MINUTE_MS);
      if (rowLocks) await closeBooks('2026-03-02');
    });
    expect(await daysOf(id)).toEqual(['disbursement 2026-03-02', 'waiver 2026-03-03']);
  });

  test.each(['2026-03-12', '2026-03-20'])(
    'also if the clock was set back to a closed day, %s',
    async (day) => {
      const id = await fixture.fund();
      fixture.onDay('2026-03-21');
      await closeBooks('2026-03-20');
      fixture.onDay(day);
      await fixture.record(id, 1_000, '2026-03-10');
      expect(await daysOf(id)).toEqual(['disbursement 2026-03-02', 'repayment 2026-03-21']);
    },
  );

  test('and one of the first open day stays there', async () => {
    const id = await fixture.fund();
    fixture.onDay('2026-03-10');
    await closeBooks('2026-03-05');
    await fixture.record(id, 1_000, '2026-03-06');
    await fixture.record(id, 2_000, '2026-03-05');
    expect(await daysOf(id)).toEqual([
      'disbursement 2026-03-02',
      'repayment 2026-03-06',
      'repayment 2026-03-10',
    ]);
  });
});
