import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { purgeSandbox } from '../../../src/nouns/sandbox/purge/purge.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { verifyTrail } from '../../../src/run/audit/verify.ts';
import { customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { done, partnerWithFunded, partnerWithOffer } from './fixture.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' });
});
afterAll(() => fixture.close());

async function purgeAll(): Promise<number> {
  let records = 0;
  const call = { caller: commandLine, requestId: 'purge', ids: {}, input: {} };
  for (;;) {
    const { view } = await execute(fixture.gateway, purgeSandbox, call);
    if (view.partner_id === null) return records;
    records += view.records;
  }
}

async function findings() {
  await fixture.relay();
  const { database, keyring } = fixture.gateway;
  const options = { keys: keyring.verifying.audit, formerKeys: [], anchors: [], progress: () => {} };
  return (await verifyTrail(database.reads, { ...keyring, ...options })).findings;
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

  expect(await purgeAll()).toBe(5);

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
  expect(await purgeAll()).toBe(0);
  expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
});

test('the books and decisions of a partner that is not purged cannot be deleted', async () => {
  const { partner } = await partnerWithFunded(fixture);
  const { writes } = fixture.gateway.database;
  for (const table of ['ledger_entry', 'decision'] as const)
    await expect(
      writes.deleteFrom(table).where('partner_id', '=', partner.partnerId).execute(),
    ).rejects.toThrow(/append-only/);
});
