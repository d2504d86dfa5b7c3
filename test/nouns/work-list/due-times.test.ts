import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServicing } from '../settlement/servicing/fixture.ts';

/** It begins at noon of 1 March 2026 in Hong Kong. */
let fixture: Awaited<ReturnType<typeof openServicing>>;
let admin: typeof fixture.operator;
beforeEach(async () => {
  fixture = await openServicing();
  admin = await fixture.key(fixture.partner.partnerId, {
    role: 'operator',
    scopes: ['read', 'write', 'admin'],
  });
});
afterEach(() => fixture.close());

async function set(dueTimes: string): Promise<void> {
  const { json } = await admin.graphql(
    `mutation { updateProviderSettings(input: { dueTimes: ${dueTimes} }) { updatedAt } }`,
  );
  expect(json.errors).toBeUndefined();
}

async function due(id: string) {
  const { json } = await admin.graphql(
    'query ($id: ID!) { instantSettlement(id: $id) { updatedAt dueAt repayments(first: 5) { nodes { createdAt dueAt } } } }',
    { id },
  );
  return json.data.instantSettlement;
}

const hoursBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 3_600_000;

test('a settlement is due by the queue in which it waits, from the beginning of its wait', async () => {
  const submitted = await fixture.submit();
  expect((await due(submitted)).dueAt).toBeNull();
  await set('[{ queue: REVIEW, hours: 24 }, { queue: DISBURSE, hours: 2 }]');
  const waiting = await due(submitted);
  expect(hoursBetween(waiting.updatedAt, waiting.dueAt)).toBe(24);
  const accepted = await due(await fixture.accept());
  expect(hoursBetween(accepted.updatedAt, accepted.dueAt)).toBe(2);
  // Money that was sent waits for no operator.
  expect((await due(await fixture.fund())).dueAt).toBeNull();
  // They are read anew: a change counts for what waits already.
  await set('[{ queue: REVIEW, hours: 720 }]');
  expect(hoursBetween(waiting.updatedAt, (await due(submitted)).dueAt)).toBe(720);
});

test('a report is due until it is answered', async () => {
  await set('[{ queue: REPORTED, hours: 48 }]');
  await admin.graphql(
    'mutation ($id: ID!) { updatePartner(id: $id, input: { reportsRepayments: true }) { id } }',
    { id: fixture.partner.partnerId },
  );
  const id = await fixture.fund();
  const { json } = await fixture.partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, {
    amount: 100,
    source: 'sales_share',
    reference: 'SHARE-1',
  });
  const [reported] = (await due(id)).repayments.nodes;
  expect(hoursBetween(reported.createdAt, reported.dueAt)).toBe(48);
  await admin.graphql('mutation ($id: ID!) { declineRepayment(id: $id, reason: "it did not come") { id } }', {
    id: json.repayment_id,
  });
  expect((await due(id)).repayments.nodes[0].dueAt).toBeNull();
});

/** The ids of a list of work with a filter. */
async function list(name: string, filter: string): Promise<readonly string[]> {
  const query = `{ workList { list: ${name}(first: 50, filter: { ${filter} }) { totalCount nodes { id } } } }`;
  const { json } = await admin.graphql(query);
  expect(json.errors).toBeUndefined();
  const { totalCount, nodes } = json.data.workList.list;
  expect(nodes).toHaveLength(totalCount);
  return nodes.map(({ id }: { id: string }) => id);
}

test('each list is narrowed to what is late', async () => {
  const lists = ['settlementsToReview', 'settlementsToDisburse', 'reportedRepayments', 'overdueSettlements'];
  const accepted = await fixture.accept();
  const funded = await fixture.fund();
  fixture.wait(3_600_000);
  const submitted = await fixture.submit();
  for (const name of lists) expect(await list(name, 'late: true')).toEqual([]);
  expect(await list('settlementsToReview', 'late: false')).toEqual([submitted]);
  await set('[{ queue: REVIEW, hours: 2 }, { queue: DISBURSE, hours: 1 }, { queue: OVERDUE, hours: 24 }]');
  expect(await list('settlementsToReview', 'late: true')).toEqual([]);
  expect(await list('settlementsToDisburse', 'late: true')).toEqual([accepted]);
  expect(await list('settlementsToDisburse', 'late: false, snoozed: false')).toEqual([]);
  fixture.wait(2 * 3_600_000);
  expect(await list('settlementsToReview', 'late: true, snoozed: false')).toEqual([submitted]);
  fixture.waitDays(40);
  expect(await list('overdueSettlements', 'late: true')).toEqual([funded]);
});

test('an overdue settlement is due from the end of its last day on', async () => {
  await set('[{ queue: OVERDUE, hours: 24 }]');
  const id = await fixture.fund();
  expect((await due(id)).dueAt).toBeNull();
  fixture.waitDays(31);
  const query = 'query ($id: ID!) { instantSettlement(id: $id) { dueAt servicing { payBy daysPastDue } } }';
  const { dueAt, servicing } = (await admin.graphql(query, { id })).json.data.instantSettlement;
  // The day ends at midnight in Hong Kong.
  expect(hoursBetween(`${servicing.payBy}T16:00:00Z`, dueAt)).toBe(24);
  expect(servicing.daysPastDue).toBe(1);
  expect(await list('overdueSettlements', 'late: true')).toEqual([]);
  fixture.waitDays(1);
  expect(await list('overdueSettlements', 'late: true')).toEqual([id]);
});

test('an offer and a customer with warnings have due times too', async () => {
  await set('[{ queue: LAPSING, hours: 5 }, { queue: WARNINGS, hours: 7 }]');
  const submitted = await fixture.submit();
  await admin.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0.1) { id } }', {
    id: submitted,
  });
  const offer = await due(submitted);
  expect(hoursBetween(offer.updatedAt, offer.dueAt)).toBe(5);
  const id = await fixture.partner.completeCustomer('HK');
  const dueOf = async () => {
    const query = 'query ($id: ID!) { customer(id: $id) { dueAt } }';
    return (await admin.graphql(query, { id })).json.data.customer.dueAt;
  };
  expect(await dueOf()).toBeNull();
  const warned = { warned_since: '2026-02-14T09:00:00Z', text_warnings: 1 };
  await fixture.gateway.database.writes
    .updateTable('kyc_record')
    .set(warned)
    .where('customer_id', '=', id)
    .execute();
  expect(await dueOf()).toBe('2026-02-14T16:00:00Z');
  expect(await list('customersWithKycWarnings', 'late: true')).toEqual([id]);
  fixture.wait(6 * 3_600_000);
  expect(await list('lapsingOffers', 'late: true')).toEqual([submitted]);
});
