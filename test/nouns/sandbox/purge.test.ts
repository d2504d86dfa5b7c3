import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { customerBody, openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';
import { done, partnerWithFunded, partnerWithOffer, purgeAll, purgeBatch } from './fixture.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' });
});
afterAll(() => fixture.close());

async function findings() {
  await fixture.relay();
  return (await verify(fixture)).findings;
}

/** What a table has of a partner. */
const rowsOf = async (
  table:
    'customer' | 'instant_settlement' | 'repayment' | 'ledger_entry' | 'decision' | 'document' | 'kyc_record',
  partnerId: string,
) => {
  const query = fixture.gateway.database.reads.selectFrom(table).select('partner_id');
  return (await query.where('partner_id', '=', partnerId).execute()).length;
};
const TABLES = [
  'customer',
  'instant_settlement',
  'repayment',
  'ledger_entry',
  'decision',
  'document',
  'kyc_record',
] as const;

test('a purge removes all records of ended partners and nothing else, and the trail is whole', async () => {
  const other = await partnerWithFunded(fixture);
  const { partner, id } = await partnerWithFunded(fixture);
  await done(partner, `/instant-settlements/${id}/sales`, { amount: 500_000 });
  const second = await partnerWithOffer(fixture);
  await second.partner.rest('POST', '/v1/customers', customerBody());
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const ask = '{ customers { totalCount } instantSettlements { totalCount } partners { totalCount } }';
  for (const each of [partner, second.partner]) await each.rest('POST', '/v1/sandbox/reset');
  const before = (await operator.graphql(ask)).json.data;
  expect(before.customers.totalCount).toBe(4);
  expect(await findings()).toEqual([]);

  expect(await purgeAll(fixture)).toBe(5);

  for (const gone of [partner.partnerId, second.partner.partnerId])
    for (const table of TABLES) expect([table, await rowsOf(table, gone)]).toEqual([table, 0]);
  for (const table of ['customer', 'instant_settlement', 'ledger_entry', 'document'] as const)
    expect(await rowsOf(table, other.partner.partnerId)).toBeGreaterThan(0);
  const after = (await operator.graphql(ask)).json.data;
  expect(after).toEqual({
    customers: { totalCount: 1 },
    instantSettlements: { totalCount: 1 },
    partners: { totalCount: before.partners.totalCount - 2 },
  });
  expect(await findings()).toEqual([]);
  expect(await purgeAll(fixture)).toBe(0);
  expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
});

test('a purge that stopped after the settlements of a customer leaves a whole trail, also one of an earlier version', async () => {
  const { partner, id, customer } = await partnerWithFunded(fixture);
  await done(partner, `/instant-settlements/${id}/repay`);
  // Its decision reads and keeps what happened before with the settlements of the customer.
  await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  const { writes } = fixture.gateway.database;
  const pasts = writes.selectFrom('customer_past').selectAll().where('id', '=', customer);
  const past = await pasts.executeTakeFirstOrThrow();
  await partner.rest('POST', '/v1/sandbox/reset');
  expect(await purgeBatch(fixture)).toMatchObject({ records: 2, isDone: false });
  expect(await rowsOf('customer', partner.partnerId)).toBe(1);
  expect(await findings()).toEqual([]);
  // An earlier version left it to the customers.
  await writes.insertInto('customer_past').values(past).execute();
  await purgeAll(fixture);
  expect(await pasts.execute()).toEqual([]);
  expect(await findings()).toEqual([]);
});

test('a purge removes the holds of the partner, its customers and settlements, and the audit misses no other', async () => {
  const other = await partnerWithFunded(fixture);
  const { partner, id } = await partnerWithFunded(fixture);
  const operator = await fixture.key(other.partner.partnerId, { role: 'operator' });
  const customerId = (await partner.rest('GET', `/v1/instant-settlements/${id}`)).json.customer_id;
  const hold = async (kind: string, object: string | null) => {
    const { json } = await operator.graphql(
      'mutation ($kind: HoldKind!, $id: ID) { hold(kind: $kind, id: $id, reason: "A question") { id } }',
      { kind, id: object },
    );
    return json.data.hold.id;
  };
  await hold('PARTNER', partner.partnerId);
  await hold('CUSTOMER', customerId);
  await hold('SETTLEMENT', id);
  const kept = [await hold('SETTLEMENT', other.id), await hold('ALL', null)];
  await partner.rest('POST', '/v1/sandbox/reset');
  await purgeAll(fixture);
  const { reads, writes } = fixture.gateway.database;
  const rows = await reads.selectFrom('hold').select('id').orderBy('id').execute();
  expect(rows.map((row) => row.id)).toEqual(kept);
  expect(await findings()).toEqual([]);
  await writes.deleteFrom('hold').where('id', 'in', kept).execute();
  const removed = (await findings()).map(({ fault, subject }) => ({ fault, subject }));
  // The two events may be of one millisecond, and in a sandbox the events of each partner have an order of their own.
  expect(removed).toHaveLength(kept.length);
  for (const gone of kept)
    expect(removed).toContainEqual({ fault: 'record_removed', subject: `hold/${gone}` });
});

test('the books and decisions of a partner that is not purged cannot be deleted', async () => {
  const { partner } = await partnerWithFunded(fixture);
  const { writes } = fixture.gateway.database;
  for (const table of ['ledger_entry', 'decision'] as const)
    await expect(
      writes.deleteFrom(table).where('partner_id', '=', partner.partnerId).execute(),
    ).rejects.toThrow(/append-only/);
});

test('lists of events show the first events of customers that a purge removed', async () => {
  const { partner } = await partnerWithFunded(fixture);
  const other = await fixture.partner();
  const operator = await fixture.key(other.partnerId, { role: 'operator' });
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  const listed = async (filter: object) => {
    const { json: found } = await operator.graphql(
      'query ($filter: EventFilter) { events(first: 100, filter: $filter) { nodes { subject } } }',
      { filter },
    );
    return found.data.events.nodes.map((event: { subject: string }) => event.subject);
  };
  const { partnerId } = partner;
  const before = await listed({ partnerId, types: ['CUSTOMER_CREATED', 'KYC_CREATED'] });
  expect(before).toHaveLength(4);
  await partner.rest('POST', '/v1/sandbox/reset');
  await purgeAll(fixture);
  expect(await rowsOf('customer', partnerId)).toBe(0);
  expect(await listed({ partnerId, types: ['CUSTOMER_CREATED', 'KYC_CREATED'] })).toEqual(before);
  expect(await listed({ partnerId })).toEqual(expect.arrayContaining(before));
  expect(await listed({ types: ['CUSTOMER_CREATED'] })).toContain(`customer/${json.customer_id}`);
});

/** More than one transaction removes. */
const MANY_ROWS = 2_500;
const PART_ROWS = 500;

test('a purge removes in one transaction no more than some thousand rows', async () => {
  const { partner, customer, id } = await partnerWithFunded(fixture);
  const other = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  expect(other.status).toBe(200);
  const { writes, reads } = fixture.gateway.database;
  const books = reads.selectFrom('ledger_entry').selectAll().where('settlement_id', '=', id);
  const entry = await books.executeTakeFirstOrThrow();
  const owner = partner.partnerId;
  const kept = { owner, fingerprint: '', kept_at: '2026-01-01T00:00:00Z', answer: '' as const };
  for (let at = 0; at < MANY_ROWS; at += PART_ROWS) {
    const part = Array.from({ length: PART_ROWS }, (_, n) => at + n);
    const entries = part.map((n) => ({ ...entry, id: `ent_copy-${n}`, mirrors: null }));
    await writes.insertInto('ledger_entry').values(entries).execute();
    const responses = part.map((n) => ({ ...kept, key: `copy-${n}` }));
    await writes.insertInto('idempotency_key').values(responses).execute();
    const totals = part.map((n) => ({ name: `${owner}/copy-${n}`, shard: 0, total: 1 }));
    await writes.insertInto('counter').values(totals).execute();
  }
  await partner.rest('POST', '/v1/sandbox/reset');

  const left = async (table: 'idempotency_key' | 'counter', like: string) => {
    const column = table === 'counter' ? 'name' : 'owner';
    const rows = await reads.selectFrom(table).select(column).where(column, 'like', like).execute();
    return rows.length;
  };
  const seen: number[][] = [];
  for (let batch = await purgeBatch(fixture); batch.partner_id !== null; batch = await purgeBatch(fixture))
    seen.push([
      batch.records,
      await rowsOf('ledger_entry', owner),
      Math.ceil((await left('idempotency_key', owner)) / 1_000),
      Math.ceil((await left('counter', `${owner}/copy-%`)) / 1_000),
    ]);
  expect(seen).toEqual([
    // One settlement with all of its entries, then the other one, then the customer.
    [1, 0, 3, 3],
    [1, 0, 3, 3],
    [1, 0, 3, 3],
    // Kept responses, then totals.
    [0, 0, 1, 3],
    [0, 0, 0, 3],
    [0, 0, 0, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(await left('counter', `${owner}/%`)).toBe(0);
});
