import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyTrail } from '../../src/run/audit/verify.ts';
import { sweepBlobs } from '../../src/engine/blob/orphan-blobs.ts';
import { revokeApiKey } from '../../src/nouns/api-key/api-key.operations.ts';
import { commandLine } from '../../src/kernel/caller.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { runHousekeeping } from '../../src/run/upkeep/housekeeping.ts';
import { customerBody, kycBody, openTestGateway } from '../support/gateway.ts';
import { openStages, type Stages } from '../support/fixtures/settlement-stages.ts';

const HOUR_MS = 3_600_000;
const HISTORY = 'query ($id: ID!) { instantSettlement(id: $id) { history { event at } } }';

let stages: Stages;
beforeEach(async () => {
  stages = await openStages();
});
afterEach(() => stages.close());

const DISBURSE = `mutation ($id: ID!, $revision: Int) {
  disburseInstantSettlement(id: $id, reference: "payment 7", confirmKycRevision: $revision) { status }
}`;

/** When every record was made and last changed. */
async function moments() {
  const db = stages.gateway.database.reads;
  const tables = ['customer', 'kyc_record', 'instant_settlement', 'partner'] as const;
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).select(['created_at', 'updated_at']).execute()),
  );
  return rows.flat();
}

test('no time of a record becomes earlier, and no step of a history is before the step that was written before it', async () => {
  const { partner, operator, customerId, gateway } = stages;
  const id = await stages.submit();
  await stages.cause('approve', id);
  await runHousekeeping(gateway);
  stages.wait(-HOUR_MS);

  await partner.rest('PUT', `/v1/customers/${customerId}`, customerBody({ contact_name: 'Chan Siu Ming' }));
  await partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody({ city: undefined, isic: 'G4641' }));
  await operator.graphql(
    'mutation ($id: ID!) { updatePartner(id: $id, input: { autoAccept: true }) { id } }',
    {
      id: partner.partnerId,
    },
  );
  stages.wait(1_000);
  await stages.cause('accept', id);
  stages.wait(1_000);
  // The KYC has changed since the approval, so the operator confirms its revision.
  const kyc = await operator.graphql(
    'query ($id: ID!) { kyc(customerId: $id) { ... on Kyc { revision } } }',
    { id: customerId },
  );
  await operator.graphql(DISBURSE, { id, revision: kyc.json.data.kyc.revision });
  stages.wait(1_000);
  await stages.cause('repay', id);
  await runHousekeeping(gateway);

  expect((await stages.read(id)).status).toBe('repaid');
  for (const { created_at, updated_at } of await moments())
    expect(updated_at >= created_at, `${updated_at} after ${created_at}`).toBe(true);
  const { json } = await partner.graphql(HISTORY, { id });
  const steps = json.data.instantSettlement.history;
  expect(steps).toHaveLength(5);
  const at = steps.map((step: { at: string }) => step.at);
  expect(at).toEqual(at.toSorted());

  const events = await gateway.database.reads
    .selectFrom('event')
    .select(['subject', 'created_at'])
    .orderBy('subject')
    .orderBy('sequence')
    .execute();
  for (const [subject, own] of Map.groupBy(events, (event) => event.subject)) {
    const created = own.map(({ created_at }) => created_at);
    expect(created, subject).toEqual(created.toSorted());
  }
  const checkpoints = await gateway.database.reads
    .selectFrom('checkpoint')
    .select('made_at')
    .orderBy('number')
    .execute();
  expect(checkpoints.length).toBeGreaterThan(1);
  expect(checkpoints.map(({ made_at }) => made_at)).toEqual(
    checkpoints.map(({ made_at }) => made_at).toSorted(),
  );
  const verified = await verifyTrail(gateway.database.reads, {
    ...gateway,
    keys: gateway.auditKeys,
    formerKeys: gateway.formerAuditKeys,
    anchors: [],
    progress: () => {},
  });
  expect(verified).toMatchObject({ intact: true, waiting_events: 0 });
});

test('a key that was revoked before the clock went back stops within its second', async () => {
  const { partner, gateway } = stages;
  const key = await stages.key(partner.partnerId);
  const greets = async () => (await key.rest('GET', '/v1/customers')).status;
  expect(await greets()).toBe(200);
  const call = { caller: commandLine, requestId: 'test', ids: { key_id: key.keyId }, input: {} };
  await execute(gateway, revokeApiKey, call);
  stages.wait(-HOUR_MS);
  await greets();
  stages.wait(1_001);
  expect(await greets()).toBe(401);
  const row = await gateway.database.reads
    .selectFrom('api_key')
    .select(['created_at', 'revoked_at'])
    .where('id', '=', key.keyId)
    .executeTakeFirstOrThrow();
  expect((row.revoked_at ?? '') >= row.created_at).toBe(true);
});

test('a caller over its rate limit waits a second, not the hour by which the clock went back', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const fixture = await openTestGateway({ RATE_LIMIT: '1' }, () => now);
  const partner = await fixture.partner();
  const greets = async () => (await partner.rest('GET', '/v1/customers')).status;
  expect([await greets(), await greets(), await greets()]).toEqual([200, 200, 429]);
  now = new Date(now.getTime() - HOUR_MS);
  expect(await greets()).toBe(429);
  now = new Date(now.getTime() + 1_000);
  expect(await greets()).toBe(200);
  await fixture.close();
});

test('bytes that a process claimed for removal before the clock went back are removed by another one', async () => {
  const { database, clock } = stages.gateway;
  const minute = Math.floor(clock().getTime() / 60_000);
  await database.writes
    .insertInto('orphan_blob')
    .values({ key: 'doc_old', since: '2026-01-01T00:00:00Z', state: minute })
    .execute();
  const removed: string[] = [];
  const store = { remove: async (key: string) => void removed.push(key) };
  expect(await sweepBlobs(database, store, clock)).toBe(0);
  stages.wait(-HOUR_MS);
  expect(await sweepBlobs(database, store, clock)).toBe(1);
  expect(removed).toEqual(['doc_old']);
});
