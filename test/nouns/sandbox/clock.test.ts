import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyTrail } from '../../../src/run/audit/verify.ts';
import {
  customerBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { done, partnerWithFunded, partnerWithOffer } from './fixture.ts';

/** A Wednesday, 08:00 in Hong Kong. */
const NOW = new Date('2026-01-28T00:00:00Z');

let fixture: TestGateway;

beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' }, () => NOW);
});
afterAll(() => fixture.close());

const advance = (partner: Pick<TestPartner, 'rest'>, body: unknown, headers = {}) =>
  partner.rest('POST', '/v1/sandbox/clock', body, headers);
const clockOf = async (partner: Pick<TestPartner, 'rest'>): Promise<string> =>
  (await partner.rest('GET', '/v1/sandbox/clock')).json.now;
const statusOf = async (partner: Pick<TestPartner, 'rest'>, id: string) =>
  (await partner.rest('GET', `/v1/instant-settlements/${id}`)).json;

describe('a clock', () => {
  test('shows real time until it is moved, also in a header', async () => {
    const partner = await fixture.partner();
    const { status, json, headers } = await partner.rest('GET', '/v1/sandbox/clock');
    expect({ status, json }).toEqual({
      status: 200,
      json: { now: '2026-01-28T00:00:00Z', ahead_seconds: 0 },
    });
    expect(headers.get('Fundgate-Sandbox')).toBe('2026-01-28T00:00:00Z');
    expect((await fixture.fetch('GET', '/healthz')).headers.get('Fundgate-Sandbox')).toBe(
      '2026-01-28T00:00:00Z',
    );
  });

  test.each([
    ['P3D', '2026-01-31T00:00:00Z'],
    ['P1W', '2026-02-04T00:00:00Z'],
    ['PT90S', '2026-01-28T00:01:30Z'],
    ['P1M', '2026-02-28T00:00:00Z'],
    ['P1Y1M1DT1H1M1S', '2027-03-01T01:01:01Z'],
  ])('moves by %s', async (period, now) => {
    const partner = await fixture.partner();
    const { status, json, headers } = await advance(partner, { advance: period });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { from: '2026-01-28T00:00:00Z', now, counts: [], events: [] },
    });
    expect(headers.get('Fundgate-Sandbox')).toBe(now);
    expect(await clockOf(partner)).toBe(now);
  });

  test('moves by a month from the 31st to the last day of the next month', async () => {
    const partner = await fixture.partner();
    await advance(partner, { to: '2026-01-31T12:00:00+08:00' });
    expect((await advance(partner, { advance: 'P1M' })).json.now).toBe('2026-02-28T04:00:00Z');
  });

  test.each([
    [{}, 'parameter_missing', 'advance'],
    [{ advance: 'P1D', to: 'next' }, 'parameter_invalid', 'to'],
    [{ advance: '30 days' }, 'parameter_invalid', 'advance'],
    [{ advance: 'P' }, 'parameter_invalid', 'advance'],
    [{ advance: 'P1DT' }, 'parameter_invalid', 'advance'],
    [{ advance: 'P3Y' }, 'parameter_invalid', 'advance'],
    [{ to: 'tomorrow' }, 'parameter_invalid', 'to'],
    [{ to: '2026-01-27T23:59:59Z' }, 'parameter_invalid', 'to'],
    [{ to: '2029-01-01T00:00:00Z' }, 'parameter_invalid', 'to'],
    [{ to: 'next' }, 'parameter_invalid', 'to'],
    [{ advance: 'P1D', by: 'me' }, 'parameter_unknown', 'by'],
  ])('refuses %o and stays', async (body, code, param) => {
    const partner = await fixture.partner();
    const { status, json } = await advance(partner, body);
    expect({ status, code: json.error.code, param: json.error.param }).toEqual({ status: 400, code, param });
    expect(await clockOf(partner)).toBe('2026-01-28T00:00:00Z');
  });

  test('gives its time to the records of its partner', async () => {
    const partner = await fixture.partner();
    const first = await partner.completeCustomer();
    await advance(partner, { advance: 'P1M' });
    const later = await partner.completeCustomer();
    const { json } = await partner.rest('GET', '/v1/customers');
    expect(json.items.map((each: { customer_id: string }) => each.customer_id)).toEqual([later, first]);
    expect(json.items[0].created_at).toBe('2026-02-28T00:00:00Z');
    const files = await partner.rest('GET', `/v1/kyc/documents/${later}`);
    expect(files.text).toContain('20260228000000-');
  });
});

describe('what falls due', () => {
  test('an offer lapses when the clock passes its end', async () => {
    const { partner, id } = await partnerWithOffer(fixture);
    const { json } = await advance(partner, { advance: 'P8D' });
    expect(json.counts).toEqual([{ type: 'funding.expired', count: 1 }]);
    expect(json.events[0]).toMatchObject({
      type: 'funding.expired',
      subject: `funding/${id}`,
      actor: 'clock',
      created_at: '2026-02-04T00:00:00Z',
    });
    expect(await statusOf(partner, id)).toMatchObject({
      status: 'denied',
      denial_reason: 'offer_expired',
      updated_at: '2026-02-04T00:00:00Z',
    });
  });

  test('all that happens in a year happens in one request and in order', async () => {
    const { partner, id } = await partnerWithFunded(fixture);
    const { json } = await advance(partner, { advance: 'P1Y' });
    expect(json.now).toBe('2027-01-28T00:00:00Z');
    // The period of 14 days ends on 11 February; notice is given 3 days before.
    expect(json.events).toMatchObject([
      { type: 'funding.due_soon', created_at: '2026-02-07T16:00:00Z' },
      { type: 'funding.overdue', created_at: '2026-02-11T16:00:00Z' },
    ]);
    const rows = await fixture.gateway.database.reads
      .selectFrom('event')
      .select(['type', 'created_at'])
      .where('subject', 'like', `%funding/${id}%`)
      .where('actor', '=', 'clock')
      .orderBy('number')
      .execute();
    expect(rows.map(({ type, created_at }) => `${created_at} ${type}`)).toEqual([
      '2026-01-30T16:00:00Z funding.fee_earned',
      '2026-02-07T16:00:00Z funding.due_soon',
      '2026-02-11T16:00:00Z funding.overdue',
      '2026-02-27T16:00:00Z funding.fee_earned',
    ]);
    expect((await statusOf(partner, id)).servicing).toMatchObject({
      state: 'overdue',
      days_past_due: 351,
    });
  });

  test('the feed between both cursors has it', async () => {
    const { partner } = await partnerWithFunded(fixture);
    await fixture.relay();
    const { json } = await advance(partner, { advance: 'P1M' });
    const feed = await partner.rest('GET', `/v1/events?after=${json.cursor_before}`);
    expect(feed.json.items.map(({ type }: { type: string }) => type)).toEqual([
      'funding.due_soon',
      'funding.overdue',
    ]);
    expect(feed.json.items).toEqual(json.events);
    expect(feed.json.next_cursor).toBe(json.cursor_after);
  });

  test('`next` goes as far as something falls due', async () => {
    const { partner } = await partnerWithFunded(fixture);
    const moments = [];
    for (let step = 0; step < 4; step += 1) moments.push((await advance(partner, { to: 'next' })).json.now);
    expect(moments).toEqual([
      '2026-01-30T16:00:00Z',
      '2026-02-07T16:00:00Z',
      '2026-02-11T16:00:00Z',
      '2026-02-27T16:00:00Z',
    ]);
    expect((await advance(partner, { to: 'next' })).json.error.code).toBe('parameter_invalid');
  });

  test('more than 10,000 events are refused, and nothing is done', async () => {
    const { partner, id } = await partnerWithFunded(fixture);
    const { writes } = fixture.gateway.database;
    const row = await writes
      .selectFrom('servicing')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 5_000 }, (_, at) => ({
      ...row,
      id: `${id.slice(0, -5)}${10_000 + at}`,
    }));
    for (let at = 0; at < rows.length; at += 100)
      await writes
        .insertInto('servicing')
        .values(rows.slice(at, at + 100))
        .execute();
    const { status, json } = await advance(partner, { advance: 'P1M' });
    expect({ status, code: json.error.code, param: json.error.param }).toEqual({
      status: 400,
      code: 'parameter_invalid',
      param: 'advance',
    });
    expect(json.error.message).toContain('10,000');
    expect(await clockOf(partner)).toBe('2026-01-28T00:00:00Z');
    await writes
      .deleteFrom('servicing')
      .where('id', '!=', id)
      .where('partner_id', '=', partner.partnerId)
      .execute();
  });
});

describe('partners', () => {
  test('do not move the clocks of each other', async () => {
    const [moved, other] = [await partnerWithOffer(fixture), await partnerWithOffer(fixture)];
    const before = await statusOf(other.partner, other.id);
    await advance(moved.partner, { advance: 'P1Y' });
    expect((await statusOf(moved.partner, moved.id)).status).toBe('denied');
    expect(await statusOf(other.partner, other.id)).toEqual(before);
    expect(await clockOf(other.partner)).toBe('2026-01-28T00:00:00Z');
    const { json } = await other.partner.rest('GET', '/v1/instant-settlements?status=denied');
    expect(json.count).toBe(0);
  });

  test('keep the order of their ids while other clocks are ahead', async () => {
    const [ahead, behind] = [await fixture.partner(), await fixture.partner()];
    await advance(ahead, { advance: 'P1Y' });
    const made: Record<string, string[]> = { ahead: [], behind: [] };
    for (let round = 0; round < 20; round += 1)
      for (const [name, partner] of Object.entries({ ahead, behind }))
        made[name]?.push(await idOfCustomer(partner));
    for (const ids of Object.values(made)) expect(ids).toEqual(ids.toSorted());
  });

  test('move their own clock only', async () => {
    const [partner, other] = [await fixture.partner(), await fixture.partner()];
    const mutation = `mutation ($id: ID) { sandboxAdvanceClock(input: { advance: "P1D" }, partnerId: $id) { now } }`;
    const { json } = await partner.graphql(mutation, { id: other.partnerId });
    expect(json.errors[0].extensions.code).toBe('permission_denied');
    expect(await clockOf(other)).toBe('2026-01-28T00:00:00Z');
  });
});

const idOfCustomer = async (partner: TestPartner): Promise<string> =>
  (await partner.rest('POST', '/v1/customers', customerBody())).json.customer_id;

describe('two requests', () => {
  test('that move a clock at once do so one after the other', async () => {
    const { partner } = await partnerWithFunded(fixture);
    const both = await Promise.all([
      advance(partner, { advance: 'P10D' }),
      advance(partner, { advance: 'P10D' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await clockOf(partner)).toBe('2026-02-17T00:00:00Z');
    const types = both.flatMap(({ json }) => json.events.map(({ type }: { type: string }) => type));
    expect(types.toSorted()).toEqual(['funding.due_soon', 'funding.overdue']);
  });

  test('with one idempotency key move it once', async () => {
    const { partner } = await partnerWithFunded(fixture);
    const headers = { 'idempotency-key': 'one-month' };
    const first = await advance(partner, { advance: 'P1M' }, headers);
    const again = await advance(partner, { advance: 'P1M' }, headers);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await clockOf(partner)).toBe('2026-02-28T00:00:00Z');
  });
});

test('if an advance breaks off, the clock is where its events are, and the same request goes on', async () => {
  const { partner, customer, id } = await partnerWithFunded(fixture);
  const { writes } = fixture.gateway.database;
  const longer = settlementBody(customer, { settlement_period: 30 });
  const { json: second } = await partner.rest('POST', '/v1/instant-settlements', longer);
  await done(partner, `/instant-settlements/${second.funding_id}/disburse`);
  const row = writes.selectFrom('servicing').selectAll().where('id', '=', second.funding_id);
  const { id: _same, ...before } = await row.executeTakeFirstOrThrow();
  const store = (change: Partial<typeof before>) =>
    writes.updateTable('servicing').set(change).where('id', '=', second.funding_id).execute();
  const headers = { 'idempotency-key': 'breaks-off' };

  await store({ fee_unearned: 0 });
  expect((await advance(partner, { advance: 'P1M' }, headers)).status).toBe(503);
  // The notice of the damaged settlement shares the transaction of this one's last notice.
  expect(await clockOf(partner)).toBe('2026-02-07T16:00:00Z');
  expect((await statusOf(partner, id)).servicing.state).toBe('due_soon');

  await store(before);
  const { status, json } = await advance(partner, { advance: 'P1M' }, headers);
  expect({ status, now: json.now }).toEqual({ status: 200, now: '2026-02-28T00:00:00Z' });
  expect(json.events).toHaveLength(4);
});

test('the trail and the totals are whole after it all', async () => {
  await fixture.relay();
  const { database, keyring } = fixture.gateway;
  const { findings } = await verifyTrail(database.reads, {
    ...keyring,
    keys: keyring.verifying.audit,
    formerKeys: [],
    anchors: [],
    progress: () => {},
  });
  expect(findings).toEqual([]);
});
