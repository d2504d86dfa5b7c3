import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';
import { allowEverything, checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';

let fixture: TestGateway;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  operator = await fixture.key((await fixture.partner()).partnerId, { role: 'operator' });
  await allowEverything(fixture);
});
afterAll(() => fixture.close());

const db = () => fixture.gateway.database.writes;

/** A request that is approved by a setting of its partner. */
async function approved() {
  const partner = await fixture.partner();
  const customerId = await partner.completeCustomer();
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  expect(json.status).toBe('approved');
  return { ...partner, customerId, id: String(json.funding_id) };
}

const read = async (id: string) => {
  const { json } = await operator.graphql(
    'query ($id: ID!) { instantSettlement(id: $id) { decisions { id origin outcome factsKept } } }',
    { id },
  );
  return json;
};

const findings = async () => {
  await checkpointAll(fixture);
  return (await verify(fixture)).findings.map(({ fault, record, subject }) => ({
    fault,
    of: record ?? subject,
  }));
};

test('an approval in the request itself keeps its facts in the same transaction, encrypted', async () => {
  const { id, customerId } = await approved();
  const rows = await db().selectFrom('decision').selectAll().where('settlement_id', '=', id).execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ outcome: 'approve', origin: 'automatic' });
  expect(JSON.stringify(rows)).not.toMatch(/chargeback|wholesale|Harbour/);
  const past = await db().selectFrom('customer_past').selectAll().where('id', '=', customerId).execute();
  expect(past).toMatchObject([{ changes: 0 }]);
  expect((await read(id)).data.instantSettlement.decisions).toEqual([
    { id: rows[0]?.id, origin: 'AUTOMATIC', outcome: 'APPROVE', factsKept: true },
  ]);
  expect(await findings()).toEqual([]);
});

test('the database refuses to change or delete a decision', async () => {
  const guarded = await openTestGateway();
  const partner = await guarded.partner();
  const body = settlementBody(await partner.completeCustomer());
  await partner.rest('POST', '/v1/instant-settlements', body);
  const { writes } = guarded.gateway.database;
  await expect(writes.updateTable('decision').set({ origin: 'person' }).execute()).rejects.toThrow(
    /append-only/,
  );
  await expect(writes.deleteFrom('decision').execute()).rejects.toThrow(/append-only/);
  await guarded.close();
});

test('a decision that was edited in the database directly is refused, and found', async () => {
  const { id } = await approved();
  const { id: decision } = await db()
    .selectFrom('decision')
    .select('id')
    .where('settlement_id', '=', id)
    .executeTakeFirstOrThrow();
  await db().updateTable('decision').set({ origin: 'person' }).where('id', '=', decision).execute();
  expect((await read(id)).errors[0].extensions.code).toBe('service_unavailable');
  expect(await findings()).toEqual([{ fault: 'record_forged', of: `decision/${decision}` }]);
  await db().updateTable('decision').set({ origin: 'automatic' }).where('id', '=', decision).execute();
  expect(await findings()).toEqual([]);
});

test('a decision that was deleted in the database directly is refused, and found', async () => {
  const { id } = await approved();
  const row = await db()
    .selectFrom('decision')
    .selectAll()
    .where('settlement_id', '=', id)
    .executeTakeFirstOrThrow();
  await db().deleteFrom('decision').where('id', '=', row.id).execute();
  expect((await read(id)).errors[0].extensions.code).toBe('service_unavailable');
  expect(await findings()).toEqual([{ fault: 'record_removed', of: `decision/${row.id}` }]);
  await db().insertInto('decision').values(row).execute();
  expect(await findings()).toEqual([]);
});

test('a past that was edited is refused, and one that was set back is found', async () => {
  const { id, customerId, rest } = await approved();
  const one = await db()
    .selectFrom('customer_past')
    .selectAll()
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  await db()
    .updateTable('customer_past')
    .set({ past: one.past.replace('"repaid":0', '"repaid":9') })
    .where('id', '=', customerId)
    .execute();
  const ask = () => rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  expect((await ask()).status).toBe(503);
  expect(await findings()).toEqual([{ fault: 'record_forged', of: `customer_past/${customerId}` }]);

  await db().updateTable('customer_past').set({ past: one.past }).where('id', '=', customerId).execute();
  await rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
  const change = async (field: string) => {
    const { json } = await operator.graphql(`mutation ($id: ID!) { ${field} { status } }`, { id });
    expect(json.errors).toBeUndefined();
  };
  await change('disburseInstantSettlement(id: $id, reference: "p")');
  await change('repayInstantSettlement(id: $id)');
  expect(await findings()).toEqual([]);
  await db()
    .updateTable('customer_past')
    .set({ past: one.past, mac: one.mac })
    .where('id', '=', customerId)
    .execute();
  expect(await findings()).toEqual([{ fault: 'record_differs', of: `customer_past/${customerId}` }]);
});
