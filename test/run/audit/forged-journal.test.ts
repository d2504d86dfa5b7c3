import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openServicing } from '../../nouns/settlement/servicing/fixture.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';

type Fixture = Awaited<ReturnType<typeof openServicing>>;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openServicing();
  await allowEverything(fixture);
});
afterAll(() => fixture.close());

const db = () => fixture.gateway.database.writes;

/** The findings of `audit verify`, without the ids. */
const faults = async (): Promise<readonly string[]> =>
  (await verify(fixture)).findings.map(({ fault, record = '' }) => `${fault} ${record.split('/')[0] ?? ''}`);

let id: string;
let other: string;
beforeEach(async () => {
  id = await fixture.fund();
  other = await fixture.fund();
  await fixture.change('waiveFee', id, 'amount: 400000, reason: "late payout"');
});

const waiverOf = async (settlement: string) =>
  db()
    .selectFrom('ledger_entry')
    .selectAll()
    .where('settlement_id', '=', settlement)
    .where('kind', '=', 'waiver')
    .executeTakeFirstOrThrow();

test('an untouched journal has no findings', async () => {
  expect(await faults()).toEqual([]);
});

describe('verify finds', () => {
  test('an edited leg', async () => {
    const entry = await waiverOf(id);
    const write = (legs: string) =>
      db().updateTable('ledger_entry').set({ legs }).where('id', '=', entry.id).execute();
    await write('[["fee_waived",300000],["fee_receivable",-300000]]');
    expect(await faults()).toEqual(['record_forged ledger_entry', 'record_differs servicing']);
    await write('no legs');
    expect(await faults()).toEqual(['record_forged ledger_entry', 'record_differs servicing']);
    await write(entry.legs);
    expect(await faults()).toEqual([]);
  });

  test('a removed entry', async () => {
    const entry = await waiverOf(id);
    await db().deleteFrom('ledger_entry').where('id', '=', entry.id).execute();
    expect(await faults()).toEqual(['record_differs servicing']);
    await db().insertInto('ledger_entry').values(entry).execute();
  });

  test('an added entry', async () => {
    const entry = await waiverOf(id);
    await db()
      .insertInto('ledger_entry')
      .values({ ...entry, id: `${entry.id.slice(0, -1)}x` })
      .execute();
    expect(await faults()).toEqual(['record_forged ledger_entry', 'record_differs servicing']);
    await db()
      .deleteFrom('ledger_entry')
      .where('id', '=', `${entry.id.slice(0, -1)}x`)
      .execute();
  });

  test('an entry that was moved to another settlement', async () => {
    const entry = await waiverOf(id);
    const move = (settlement_id: string) =>
      db().updateTable('ledger_entry').set({ settlement_id }).where('id', '=', entry.id).execute();
    await move(other);
    expect((await faults()).toSorted()).toEqual([
      'record_differs servicing',
      'record_differs servicing',
      'record_forged ledger_entry',
    ]);
    await move('fun_gone');
    expect((await faults()).toSorted()).toEqual(['record_differs servicing', 'record_forged ledger_entry']);
    await move(id);
  });

  test('an edited balance, which no read shows', async () => {
    const write = (fee_outstanding: number) =>
      db().updateTable('servicing').set({ fee_outstanding }).where('id', '=', id).execute();
    await write(0);
    const { status, json } = await fixture.partner.rest('GET', `/v1/instant-settlements/${id}`);
    expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
    expect(await fixture.refused('waiveFee', id, 'amount: 1')).toBe('service_unavailable');
    expect(await faults()).toEqual(['record_forged servicing', 'record_differs servicing']);
    await write(600_000);
    expect(await faults()).toEqual([]);
  });

  test('a settlement that was set back to before a waiver, with its journal', async () => {
    const entry = await waiverOf(id);
    const row = await db().selectFrom('servicing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await fixture.change('waiveFee', id, 'amount: 100000');
    const newer = await db()
      .selectFrom('servicing')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const second = await db()
      .selectFrom('ledger_entry')
      .selectAll()
      .where('settlement_id', '=', id)
      .where('kind', '=', 'waiver')
      .where('id', '<>', entry.id)
      .executeTakeFirstOrThrow();
    const put = ({ id: _id, ...values }: typeof row) =>
      db().updateTable('servicing').set(values).where('id', '=', id).execute();
    await put(row);
    await db().deleteFrom('ledger_entry').where('id', '=', second.id).execute();
    expect(await faults()).toEqual(['record_differs servicing']);
    expect(await fixture.refused('waiveFee', id, 'amount: 1')).toBe('service_unavailable');
    await put(newer);
    await db().insertInto('ledger_entry').values(second).execute();
  });
});

test('the database refuses changes of an entry', async () => {
  const intact = await openServicing();
  const settlement = await intact.fund();
  const { writes } = intact.gateway.database;
  const change = writes
    .updateTable('ledger_entry')
    .set({ amount: 1 })
    .where('settlement_id', '=', settlement);
  await expect(change.execute()).rejects.toThrow('append-only');
  await expect(writes.deleteFrom('ledger_entry').execute()).rejects.toThrow('append-only');
  await intact.close();
});
