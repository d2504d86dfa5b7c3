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
