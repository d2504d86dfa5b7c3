import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServicing } from '../../nouns/settlement/servicing/fixture.ts';
import { allowEverything, type Db, undone, verify } from '../../support/fixtures/audit-fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let id: string;
let other: string;
beforeAll(async () => {
  fixture = await openServicing();
  await allowEverything(fixture);
  id = await fixture.fund();
  other = await fixture.fund();
  await fixture.change('waiveFee', id, 'amount: 100, reason: "goodwill"');
});
afterAll(() => fixture.close());

/** What `audit verify` finds after a change of the database, which is undone afterwards. */
const found = (forge: (db: Db) => Promise<unknown>): Promise<readonly string[]> =>
  undone(fixture, async (db) => {
    await forge(db);
    const { findings } = await verify(fixture, db);
    return findings.map(({ fault, says }) => `${fault}: ${says.replaceAll(/(?:ent|fun)_\w+/g, '…')}`);
  });

const entry = async (kind: string, settlement = id) =>
  (await fixture.entries(settlement)).find((each) => each.kind === kind)?.id ?? '';
const servicing = (db: Db) => db.updateTable('servicing').where('id', '=', id);

test('a journal that only the gateway wrote is intact', async () => {
  expect(await found(async () => {})).toEqual([]);
});

test('a leg that was edited is found, with the balance that it changes', async () => {
  const waiver = await entry('waiver');
  const legs = '[["fee_waived",200],["fee_receivable",-200]]';
  expect(
    await found((db) => db.updateTable('ledger_entry').set({ legs }).where('id', '=', waiver).execute()),
  ).toEqual([
    'record_forged: The row ledger_entry/… is not as the gateway wrote it.',
    'record_differs: Entry … has another amount than its legs.',
    'record_differs: Entry … has another balance than the entries until it.',
    'record_differs: The balance fee_outstanding of settlement … is 999900; its legs sum to 999800.',
    'record_differs: The balance fee_waived of settlement … is 100; its legs sum to 200.',
  ]);
});

test('legs that do not sum to zero, or cannot be read, are found', async () => {
  const waiver = await entry('waiver');
  const withLegs = (legs: string) =>
    found((db) => db.updateTable('ledger_entry').set({ legs }).where('id', '=', waiver).execute());
  expect(await withLegs('[["fee_waived",101],["fee_receivable",-100]]')).toContain(
    'record_differs: Entry … has legs that do not sum to zero.',
  );
  expect(await withLegs('[["nowhere",1]]')).toContain(
    'record_differs: Entry … has legs that cannot be read.',
  );
});

test('an entry that was removed is found', async () => {
  const waiver = await entry('waiver');
  expect(await found((db) => db.deleteFrom('ledger_entry').where('id', '=', waiver).execute())).toEqual([
    'record_differs: Settlement … has 2 entries; the journal has 1.',
    'record_differs: The balance fee_outstanding of settlement … is 999900; its legs sum to 1000000.',
    'record_differs: The balance fee_waived of settlement … is 100; its legs sum to 0.',
  ]);
});

test('an entry that was added is found', async () => {
  const row = await fixture.gateway.database.reads
    .selectFrom('ledger_entry')
    .selectAll()
    .where('id', '=', await entry('waiver'))
    .executeTakeFirstOrThrow();
  const added = { ...row, id: `${row.id.slice(0, -1)}~` };
  expect(await found((db) => db.insertInto('ledger_entry').values(added).execute())).toEqual(
    expect.arrayContaining([
      'record_forged: The row ledger_entry/…~ is not as the gateway wrote it.',
      'record_differs: Settlement … has 2 entries; the journal has 3.',
    ]),
  );
});

test('an entry that was moved to another settlement is found at both', async () => {
  const waiver = await entry('waiver');
  expect(
    await found((db) =>
      db.updateTable('ledger_entry').set({ settlement_id: other }).where('id', '=', waiver).execute(),
    ),
  ).toEqual(
    expect.arrayContaining([
      'record_forged: The row ledger_entry/… is not as the gateway wrote it.',
      'record_differs: Settlement … has 2 entries; the journal has 1.',
      'record_differs: Settlement … has 1 entries; the journal has 2.',
    ]),
  );
});

test('a balance that was edited is found, with its leg and without', async () => {
  const waiver = await entry('waiver');
  const alone = await found((db) => servicing(db).set({ fee_outstanding: 999_800 }).execute());
  expect(alone).toEqual(
    expect.arrayContaining([
      'record_forged: The row servicing/… is not as the gateway wrote it.',
      'record_differs: The balance fee_outstanding of settlement … is 999800; its legs sum to 999900.',
    ]),
  );
  const both = await found(async (db) => {
    await servicing(db).set({ fee_outstanding: 999_800, fee_waived: 200 }).execute();
    await db
      .updateTable('ledger_entry')
      .set({ legs: '[["fee_waived",200],["fee_receivable",-200]]', amount: -200, balance: 10_999_800 })
      .where('id', '=', waiver)
      .execute();
  });
  expect(both.filter((says) => says.startsWith('record_forged'))).toEqual([
    'record_forged: The row servicing/… is not as the gateway wrote it.',
    'record_forged: The row ledger_entry/… is not as the gateway wrote it.',
  ]);
});

test('balances and entries that were put back to an earlier moment are found by the trail', async () => {
  const reads = fixture.gateway.database.reads;
  const before = await reads
    .selectFrom('servicing')
    .selectAll()
    .where('id', '=', other)
    .executeTakeFirstOrThrow();
  await fixture.change('waiveFee', other, 'amount: 5, reason: "goodwill"');
  const waiver = await entry('waiver', other);
  const says = await found(async (db) => {
    await db.updateTable('servicing').set(before).where('id', '=', other).execute();
    await db.deleteFrom('ledger_entry').where('id', '=', waiver).execute();
  });
  expect(says).toContain('record_differs: Servicing … was changed 1 times, and 2 events record it.');
});

test('balances that were removed are found', async () => {
  expect(await found((db) => db.deleteFrom('servicing').where('id', '=', id).execute())).toEqual(
    expect.arrayContaining([
      'record_removed: The trail has events of funding/…, which is gone.',
      'record_differs: The journal has entries of settlement …, which has no balances.',
    ]),
  );
});

test('an edited total of outstanding money is found', async () => {
  const says = await found((db) =>
    db
      .updateTable('counter')
      .set((eb) => ({ total: eb('total', '+', 1) }))
      .where('name', 'like', 'all/outstanding/HKD/%/below')
      .execute(),
  );
  expect(says).toEqual([
    expect.stringMatching(/^record_differs: The total says that 2 settlements owe 2199989\d minor units/),
  ]);
});

test('a balance that was edited is shown by no read, and no change begins with it', async () => {
  const settlement = await fixture.fund();
  const write = (fee_outstanding: number) =>
    fixture.gateway.database.writes
      .updateTable('servicing')
      .set({ fee_outstanding })
      .where('id', '=', settlement)
      .execute();
  await write(0);
  const { status, json } = await fixture.partner.rest('GET', `/v1/instant-settlements/${settlement}`);
  expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
  expect(await fixture.refused('waiveFee', settlement, 'amount: 1')).toBe('service_unavailable');
  await write(1_000_000);
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
