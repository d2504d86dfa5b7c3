import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody, type TestPartner } from '../../support/gateway.ts';
import { openReceiver, type Receiver } from '../webhook/sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../webhook/webhook-fixture.ts';
import { done, partnerWithFunded } from './fixture.ts';

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

/** A new partner with a webhook endpoint and settlements of all kinds that something will befall. */
async function partnerWithMuch() {
  const made = await partnerWithFunded({ ...fixture, partner: fixture.newPartner });
  const { partner, customer } = made;
  const endpoint = await fixture.subscribe(receiver.url, {}, partner);
  for (const amount of [1_000_003, 1_000_004, 1_000_007, 1_000_008, 1_000_009, 1_000_010])
    await partner.rest('POST', '/v1/instant-settlements', { ...settlementBody(customer), amount });
  await fixture.deliver();
  return { ...made, endpoint };
}

const TABLES = [
  'customer',
  'kyc_record',
  'instant_settlement',
  'servicing',
  'repayment',
  'ledger_entry',
  'event',
  'webhook_endpoint',
  'webhook_delivery',
] as const;

/** All rows of a partner, as sorted texts. */
const rowsOf = ({ partnerId }: Pick<TestPartner, 'partnerId'>) =>
  Promise.all(
    TABLES.map(async (table) => {
      const all = fixture.gateway.database.reads.selectFrom(table).selectAll();
      const rows = await all.where('partner_id', '=', partnerId).execute();
      return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
    }),
  );

test('a clock moves nothing of another partner: no row, and no webhook', async () => {
  const [moved, other] = [await partnerWithMuch(), await partnerWithMuch()];
  expect((await rowsOf(other.partner)).map(([table, rows]) => [table, rows.length > 0])).toEqual(
    TABLES.map((table) => [table, table !== 'repayment']),
  );
  const [before, sent] = [await rowsOf(other.partner), receiver.received.length];
  await done(moved.partner, '/clock', { advance: 'P1Y' });
  await fixture.deliver();
  expect(await rowsOf(other.partner)).toEqual(before);
  const bodies = receiver.bodies().slice(sent);
  expect(bodies.length).toBeGreaterThan(20);
  expect(new Set(bodies.map(({ partner_id }) => partner_id))).toEqual(new Set([moved.partner.partnerId]));
});

test('a year of everything comes in order: times, ids, positions and sequences', async () => {
  const { partner, customer } = await partnerWithMuch();
  for (let day = 0; day < 5; day += 1) {
    await done(partner, '/clock', { advance: 'P1D' });
    await partner.rest('POST', '/v1/instant-settlements', {
      ...settlementBody(customer),
      amount: 1_000_010,
      settlement_period: 1 + day,
    });
  }
  await fixture.relay();
  const advanced = await done(partner, '/clock', { advance: 'P1Y' });
  const { json: feed } = await partner.rest('GET', `/v1/events?after=${advanced.cursor_before}&limit=100`);
  expect(feed.items.length).toBeGreaterThan(30);
  expect(advanced.events).toEqual(feed.items);
  expect(feed.next_cursor).toBe(advanced.cursor_after);
  for (const member of ['created_at', 'event_id']) {
    const values = feed.items.map((event: Readonly<Record<string, string>>) => event[member]);
    expect(values).toEqual(values.toSorted());
  }
  const counted = Object.fromEntries(
    advanced.counts.map(({ type, count }: { type: string; count: number }) => [type, count]),
  );
  for (const [type, count] of Object.entries(counted))
    expect(feed.items.filter((event: { type: string }) => event.type === type)).toHaveLength(Number(count));
  const rows = await fixture.gateway.database.reads
    .selectFrom('event')
    .select(['subject', 'sequence', 'created_at'])
    .where('partner_id', 'like', `${partner.partnerId}%`)
    .orderBy('number')
    .execute();
  for (const subject of new Set(rows.map((row) => row.subject))) {
    const own = rows.filter((row) => row.subject === subject);
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, at) => at + 1));
  }
});

describe('for operators, lists of several partners', () => {
  const LIST = `{ workList { overdueSettlements(first: 100) { nodes { id servicing { state daysPastDue } } totalCount } } }`;
  const OVERDUE = `{ instantSettlements(first: 100, filter: { servicingState: [OVERDUE] }) { totalCount nodes { id } } }`;

  test('show what is overdue by the clock of each partner', async () => {
    const fresh = await openWebhooks({ SANDBOX: 'on' });
    try {
      const named = { ...fresh, partner: fresh.newPartner };
      const [late, other] = [await partnerWithFunded(named), await partnerWithFunded(named)];
      await done(late.partner, '/clock', { advance: 'P1Y' });
      const own = (await late.partner.rest('GET', `/v1/instant-settlements/${late.id}`)).json.servicing;
      expect(own.state).toBe('overdue');
      const operator = await fresh.key(other.partner.partnerId, { role: 'operator' });
      const { json } = await operator.graphql(LIST);
      expect(json.data.workList.overdueSettlements).toEqual({
        totalCount: 1,
        nodes: [{ id: late.id, servicing: { state: 'OVERDUE', daysPastDue: own.days_past_due } }],
      });
      expect(own.days_past_due).toBeGreaterThan(300);
      const found = (await operator.graphql(OVERDUE)).json.data.instantSettlements;
      expect(found).toEqual({ totalCount: 1, nodes: [{ id: late.id }] });
    } finally {
      await fresh.close();
    }
  });

  test('are filtered by days of the clock of a partner, if they are of this partner alone', async () => {
    const fresh = await openWebhooks({ SANDBOX: 'on' });
    try {
      const named = { ...fresh, partner: fresh.newPartner };
      const late = await partnerWithFunded(named);
      await done(late.partner, '/clock', { advance: 'P1Y' });
      const operator = await fresh.key(late.partner.partnerId, { role: 'operator' });
      const count = async (partnerId: string | null) => {
        const filter = { daysMin: 300, ...(partnerId !== null && { partnerId }) };
        const { json } = await operator.graphql(
          'query ($filter: OverdueSettlementFilter) { workList { overdueSettlements(filter: $filter) { totalCount } } }',
          { filter },
        );
        return json.data.workList.overdueSettlements.totalCount;
      };
      expect([await count(late.partner.partnerId), await count(null)]).toEqual([1, 0]);
    } finally {
      await fresh.close();
    }
  });

  test('show a settlement that falls due far ahead of real time', async () => {
    const fresh = await openWebhooks({ SANDBOX: 'on' });
    try {
      const ahead = await fresh.newPartner({ review: 'auto', auto_accept: true });
      await done(ahead, '/clock', { advance: 'P1Y' });
      const customer = await ahead.completeCustomer();
      const { json: made } = await ahead.rest('POST', '/v1/instant-settlements', settlementBody(customer));
      await done(ahead, `/instant-settlements/${made.funding_id}/disburse`);
      await done(ahead, '/clock', { advance: 'P1M' });
      const operator = await fresh.key(ahead.partnerId, { role: 'operator' });
      const { json } = await operator.graphql(LIST);
      expect(json.data.workList.overdueSettlements.nodes).toMatchObject([
        { id: made.funding_id, servicing: { state: 'OVERDUE' } },
      ]);
      expect((await operator.graphql(OVERDUE)).json.data.instantSettlements.totalCount).toBe(1);
    } finally {
      await fresh.close();
    }
  });
});
