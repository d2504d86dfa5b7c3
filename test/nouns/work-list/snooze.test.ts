import { afterEach, beforeEach, expect, test } from 'vitest';
import { reapSnoozes } from '../../../src/nouns/work-list/snooze.operations.ts';
import { openServicing } from '../settlement/servicing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
beforeEach(async () => {
  fixture = await openServicing();
});
afterEach(() => fixture.close());

const DAY_MS = 86_400_000;
const at = (days: number) =>
  new Date(fixture.gateway.clock().getTime() + days * DAY_MS).toISOString().replace('.000', '');

const SNOOZE = `mutation ($id: ID!, $until: DateTime!, $reason: String!) {
  snooze(id: $id, until: $until, reason: $reason) { until reason actorName snoozedAt }
}`;
const snooze = async (id: string, until = at(3), reason = 'The bank answers on Monday') =>
  (await fixture.operator.graphql(SNOOZE, { id, until, reason })).json;
const wake = async (id: string) =>
  (await fixture.operator.graphql('mutation ($id: ID!) { wake(id: $id) }', { id })).json.data.wake;
const snoozeOf = async (id: string) => {
  const query = 'query ($id: ID!) { instantSettlement(id: $id) { snooze { until reason } } }';
  return (await fixture.operator.graphql(query, { id })).json.data.instantSettlement.snooze;
};

/** The ids and the length of a list of work. */
async function list(name: string, filter: string) {
  const query = `{ workList { list: ${name}(first: 50, filter: { ${filter} }) { totalCount nodes { id } } } }`;
  const { json } = await fixture.operator.graphql(query);
  expect(json.errors).toBeUndefined();
  const { totalCount, nodes } = json.data.workList.list;
  expect(nodes).toHaveLength(totalCount);
  return nodes.map(({ id }: { id: string }) => id);
}

test('a snoozed settlement is hidden until its time, and wakes by itself', async () => {
  const [one, two] = [await fixture.submit(), await fixture.submit()];
  const until = at(3);
  const { data } = await snooze(one, until);
  expect(data.snooze).toMatchObject({ until, reason: 'The bank answers on Monday' });
  expect(await list('settlementsToReview', 'snoozed: false')).toEqual([two]);
  expect(await list('settlementsToReview', 'snoozed: true')).toEqual([one]);
  expect(await list('settlementsToReview', 'snoozed: false, amountMin: 1, currency: "HKD"')).toEqual([two]);
  expect(await list('settlementsToReview', '')).toEqual([one, two]);
  fixture.waitDays(3);
  expect(await list('settlementsToReview', 'snoozed: false')).toEqual([one, two]);
  expect(await snoozeOf(one)).toBeNull();
  expect(await reapSnoozes(fixture.gateway)).toBe(1);
});

test('another status wakes a settlement, and a wake by hand too', async () => {
  const id = await fixture.submit();
  expect(await wake(id)).toBe(false);
  await snooze(id);
  expect(await wake(id)).toBe(true);
  expect(await snoozeOf(id)).toBeNull();
  await snooze(id);
  await fixture.operator.graphql(
    'mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0.1) { id } }',
    { id },
  );
  expect(await snoozeOf(id)).toBeNull();
  expect(await list('lapsingOffers', 'snoozed: false')).toEqual([id]);
  await snooze(id, at(1));
  expect(await list('lapsingOffers', 'snoozed: false')).toEqual([]);
  expect(await list('lapsingOffers', 'snoozed: true')).toEqual([id]);
});

test('a report that comes after the snooze of its settlement is shown', async () => {
  await fixture.operator.graphql(
    'mutation ($id: ID!) { updatePartner(id: $id, input: { reportsRepayments: true }) { id } }',
    { id: fixture.partner.partnerId },
  );
  const id = await fixture.fund();
  const report = async (reference: string) => {
    const body = { amount: 100, source: 'transfer', reference };
    const { json } = await fixture.partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, body);
    return json.repayment_id;
  };
  const first = await report('SHARE-1');
  await snooze(id, at(60));
  expect(await list('reportedRepayments', 'snoozed: true')).toEqual([first]);
  fixture.waitDays(40);
  const second = await report('SHARE-2');
  expect(await list('reportedRepayments', 'snoozed: false')).toEqual([second]);
  expect(await list('overdueSettlements', 'snoozed: false')).toEqual([]);
  expect(await list('overdueSettlements', 'snoozed: true')).toEqual([id]);
  expect(await list('settlementsWithOldExcess', 'snoozed: false')).toEqual([]);
});

test('a customer is snoozed in the list of warnings until its KYC record changes', async () => {
  const id = await fixture.partner.completeCustomer('HK');
  const { writes } = fixture.gateway.database;
  const warned = { warned_since: at(0), text_warnings: 1 };
  await writes.updateTable('kyc_record').set(warned).where('customer_id', '=', id).execute();
  await snooze(id);
  const query = 'query ($id: ID!) { customer(id: $id) { snooze { reason } } }';
  const { customer } = (await fixture.operator.graphql(query, { id })).json.data;
  expect(customer.snooze).toEqual({ reason: 'The bank answers on Monday' });
  expect(await list('customersWithKycWarnings', 'snoozed: false')).toEqual([]);
  expect(await list('customersWithKycWarnings', 'snoozed: true')).toEqual([id]);
  const changed = writes.updateTable('kyc_record').set(({ eb }) => ({ revision: eb('revision', '+', 1) }));
  await changed.where('customer_id', '=', id).execute();
  expect(await list('customersWithKycWarnings', 'snoozed: false')).toEqual([id]);
});

test('a snooze is refused for a past moment, for more than 90 days, for an essay, and without a reason or a record', async () => {
  const id = await fixture.submit();
  const fault = async (answer: ReturnType<typeof snooze>) => {
    const { code, param } = (await answer).errors[0].extensions;
    return [code, param];
  };
  expect(await fault(snooze(id, at(0)))).toEqual(['parameter_invalid', 'until']);
  expect(await fault(snooze(id, at(90.1)))).toEqual(['parameter_invalid', 'until']);
  expect(await fault(snooze(id, at(3), ' '))).toEqual(['parameter_invalid', 'reason']);
  expect(await fault(snooze(id, at(3), 'x'.repeat(501)))).toEqual(['parameter_invalid', 'reason']);
  expect((await fault(snooze('fun_00000000000000000000000000')))[0]).toBe('resource_missing');
  expect((await fault(snooze('nothing')))[0]).toBe('resource_missing');
  expect((await snooze(id, at(90))).errors).toBeUndefined();
});

test('the reason is stored encrypted, and no event or partner has it', async () => {
  const id = await fixture.submit();
  const until = at(2);
  await snooze(id, until);
  await wake(id);
  await snooze(id, until);
  const { reads } = fixture.gateway.database;
  expect(JSON.stringify(await reads.selectFrom('snooze').selectAll().execute())).not.toContain('Monday');
  const events = await reads
    .selectFrom('event')
    .selectAll()
    .where('type', '=', 'snooze.changed')
    .orderBy('number')
    .execute();
  expect(events.map(({ data, partner_id }) => [JSON.parse(data), partner_id])).toEqual([
    [{ until }, null],
    [{ until: null }, null],
    [{ until }, null],
  ]);
  await fixture.relay();
  const feed = await fixture.partner.rest('GET', '/v1/events?limit=100');
  expect(JSON.stringify(feed.json)).not.toContain('snooze');
  expect(
    (await fixture.partner.graphql(SNOOZE, { id, until, reason: 'x' })).json.errors[0].extensions.code,
  ).toBe('permission_denied');
});

test('of two snoozes at once one stays, and both are events', async () => {
  const id = await fixture.submit();
  const [one, two] = [at(1), at(2)];
  const answers = await Promise.all([snooze(id, one), snooze(id, two)]);
  expect(answers.map(({ errors }) => errors)).toEqual([undefined, undefined]);
  expect([one, two]).toContain((await snoozeOf(id)).until);
});
