import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, kycBody, type TestPartner } from '../../support/gateway.ts';
import { openReceiver, type Receiver, verify } from '../webhook/sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../webhook/webhook-fixture.ts';

let fixture: WebhookFixture;
let receiver: Receiver;

beforeAll(async () => {
  fixture = await openWebhooks({ SANDBOX: 'on' });
  receiver = await openReceiver();
});
afterAll(async () => {
  await fixture.close();
  await receiver.close();
});

/** Sends a request and expects that it succeeds. */
async function done(partner: TestPartner, method: string, path: string, body?: unknown) {
  const { status, json } = await partner.rest(method, `/v1${path}`, body);
  expect({ path, status, error: json.error }).toEqual({ path, status: 200 });
  return json;
}

/** A customer whose details and documents the partner sends. */
async function onboard(partner: TestPartner): Promise<string> {
  const { customer_id } = await done(partner, 'POST', '/customers', customerBody());
  await done(partner, 'PUT', `/kyc/hk/${customer_id}`, kycBody());
  for (const type of Object.keys(await done(partner, 'GET', `/kyc/documents/${customer_id}`)))
    expect((await partner.upload(customer_id, type)).status).toBe(200);
  expect((await done(partner, 'GET', `/kyc/hk/${customer_id}`)).status).toBe('complete');
  return customer_id;
}

async function fund(partner: TestPartner, customerId: string): Promise<string> {
  const { funding_id, status } = await done(partner, 'POST', '/instant-settlements', {
    customer_id: customerId,
    currency: 'HKD',
    amount: 1_000_000,
    settlement_period: 14,
    account_chargeback_rate: 0.03,
    account_refund_rate: 0,
    transactions: {},
  });
  expect(status).toBe('approved');
  await done(partner, 'PUT', `/instant-settlements/${funding_id}/decision`, { type: 'accept' });
  await done(partner, 'POST', `/sandbox/instant-settlements/${funding_id}/disburse`);
  return funding_id;
}

/** All events of the feed, from its beginning. */
async function feedOf(partner: TestPartner) {
  const events = [];
  for (let after = ''; ;) {
    const page = await done(partner, 'GET', `/events?limit=100${after}`);
    events.push(...page.items);
    if (!page.has_more) return events;
    after = `&after=${page.next_cursor}`;
  }
}

/** Sales of three days, of which the second bounces, and then nothing until it is overdue. */
async function payTooLittle(partner: TestPartner, fundingId: string): Promise<void> {
  const paid: string[] = [];
  for (const amount of [700_000, 1_200_000, 900_000]) {
    await done(partner, 'POST', '/sandbox/clock', { advance: 'P1D' });
    const sales = await done(partner, 'POST', `/sandbox/instant-settlements/${fundingId}/sales`, { amount });
    expect(sales.repayment).toMatchObject({ amount: amount / 10, source: 'sales_share', status: 'received' });
    paid.push(sales.repayment.repayment_id);
  }
  await done(partner, 'POST', '/sandbox/clock', { advance: 'P1D' });
  const bounced = await done(partner, 'POST', `/sandbox/repayments/${paid[1]}/reverse`);
  expect(bounced).toMatchObject({ status: 'reversed', reversal: { kind: 'returned' } });
  await done(partner, 'POST', '/sandbox/clock', { advance: 'P1M' });
  const { servicing } = await done(partner, 'GET', `/instant-settlements/${fundingId}`);
  expect(servicing).toMatchObject({ state: 'overdue', outstanding: 842_000, paid: 160_000 });
}

test('the whole life of settlements by the key of a partner, with its webhooks and its feed', async () => {
  const partner = await fixture.newPartner();
  // An endpoint gets what has a position after it was made.
  await fixture.relay();
  const secrets = await done(partner, 'POST', '/webhook-endpoints', {
    url: receiver.url,
    event_types: ['*'],
    ordering: 'subject',
  });
  const customerId = await onboard(partner);
  const [writtenOff, repaid] = [await fund(partner, customerId), await fund(partner, customerId)];
  await payTooLittle(partner, writtenOff);
  await done(partner, 'POST', `/sandbox/instant-settlements/${writtenOff}/write-off`);
  expect((await done(partner, 'GET', `/instant-settlements/${writtenOff}`)).servicing).toMatchObject({
    state: 'written_off',
    claim: 842_000,
  });
  await done(partner, 'POST', `/sandbox/instant-settlements/${repaid}/repay`);
  expect((await done(partner, 'GET', `/instant-settlements/${repaid}`)).status).toBe('repaid');

  await fixture.deliver();
  const feed = await feedOf(partner);
  const typesOf = (id: string) =>
    feed.filter(({ subject }) => subject === `funding/${id}`).map(({ type }) => type.replace('funding.', ''));
  expect(typesOf(writtenOff)).toEqual([
    'submitted',
    'approved',
    'accepted',
    'disbursed',
    'balance_changed',
    'balance_changed',
    'balance_changed',
    'balance_changed',
    'due_soon',
    'overdue',
    'written_off',
    'overdue_ended',
  ]);
  expect(typesOf(repaid)).toEqual([
    'submitted',
    'approved',
    'accepted',
    'disbursed',
    'due_soon',
    'overdue',
    'balance_changed',
    'repaid',
    'overdue_ended',
  ]);
  const since = feed.findIndex(({ subject }) => subject.startsWith('webhook_endpoint/'));
  const told = feed.slice(since + 1);
  expect(told.length).toBeGreaterThan(30);
  const bySubject = (events: readonly { subject: string; sequence: number }[]) =>
    events.toSorted((a, b) =>
      a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : a.sequence - b.sequence,
    );
  const sentNow = () => receiver.bodies().filter(({ subject }) => !subject.startsWith('webhook_endpoint/'));
  // Events of one subject wait for each other.
  await expect
    .poll(async () => {
      await fixture.deliver();
      return sentNow().length;
    })
    .toBe(told.length);
  const sent = sentNow();
  for (const request of receiver.received) verify(request, secrets.secret);
  expect(bySubject(sent)).toEqual(bySubject(told));
  // Within a subject they came in their order.
  for (const subject of new Set(told.map((event) => event.subject))) {
    const sequences = sent.filter((event) => event.subject === subject).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  }
});
