import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyTrail } from '../../../src/run/audit/verify.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { countLive, done, partnerWithOffer } from './fixture.ts';

let now = new Date('2026-01-28T00:00:00Z');
let fixture: TestGateway;

beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on', WEBHOOK_ALLOW: '127.0.0.1' }, () => now);
});
afterAll(() => fixture.close());

type Caller = Pick<TestPartner, 'rest'>;

const newPartner = async (by: Caller, body?: unknown) => {
  const { status, json } = await by.rest('POST', '/v1/sandbox/partners', body);
  expect({ status, error: json.error }).toEqual({ status: 200 });
  return { json, partner: fixture.withKey(json.key.api_key) };
};
const countOfCustomers = async (by: Caller): Promise<number> =>
  (await by.rest('GET', '/v1/customers')).json.count;
const addCustomer = (by: Caller) => by.rest('POST', '/v1/customers', customerBody());
const reset = (by: Caller, headers = {}) => by.rest('POST', '/v1/sandbox/reset', undefined, headers);

async function findings() {
  await fixture.relay();
  const { database, keyring } = fixture.gateway;
  const options = { keys: keyring.verifying.audit, formerKeys: [], anchors: [], progress: () => {} };
  return (await verifyTrail(database.reads, { ...keyring, ...options })).findings;
}

describe('settings', () => {
  test('are changed by the partner itself, and the next request follows them', async () => {
    const partner = await fixture.partner({ review: 'auto' });
    const customer = await partner.completeCustomer();
    const { status, json } = await partner.rest('PUT', '/v1/sandbox/settings', {
      review: 'manual',
      interest_rate: { default: 0.2 },
    });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { partner_id: partner.partnerId, review: 'manual', interest_rate: { default: 0.2, bands: [] } },
    });
    const asked = await partner.rest('POST', '/v1/instant-settlements', {
      customer_id: customer,
      currency: 'HKD',
      amount: 1_000_000,
      settlement_period: 14,
      account_chargeback_rate: 0.03,
      account_refund_rate: 0,
      transactions: {},
    });
    expect(asked.json.status).toBe('submitted');
    expect((await partner.rest('PUT', '/v1/sandbox/settings', {})).json).toEqual(json);
  });

  test('that are wrong are refused with their name', async () => {
    const partner = await fixture.partner();
    const { status, json } = await partner.rest('PUT', '/v1/sandbox/settings', { offer_valid_days: 0 });
    expect({ status, code: json.error.code, param: json.error.param }).toEqual({
      status: 400,
      code: 'parameter_invalid',
      param: 'offer_valid_days',
    });
  });
});

describe('another partner', () => {
  test('works at once, has the settings of the partner that made it, and shares no record with it', async () => {
    const partner = await fixture.partner({ review: 'manual', offer_valid_days: 9 });
    await addCustomer(partner);
    const { json, partner: other } = await newPartner(partner, { name: 'Suite 7', offer_valid_days: 5 });
    expect(json).toEqual({
      partner: expect.objectContaining({
        partner_id: expect.stringMatching(/^par_/),
        name: 'Suite 7',
        review: 'manual',
        offer_valid_days: 5,
        created_at: '2026-01-28T00:00:00Z',
      }),
      key: {
        key_id: expect.stringMatching(/^key_/),
        api_key: expect.stringMatching(/^fgk_test_/),
        scopes: ['read', 'write'],
        expires_at: '2026-01-29T00:00:00Z',
      },
    });
    expect(await countOfCustomers(other)).toBe(0);
    await addCustomer(other);
    await addCustomer(other);
    expect([await countOfCustomers(partner), await countOfCustomers(other)]).toEqual([1, 2]);
  });

  test('has its clock at real time, whatever the clock of the other shows', async () => {
    const partner = await fixture.partner();
    await done(partner, '/clock', { advance: 'P1Y' });
    const { json, partner: other } = await newPartner(partner);
    expect(json.partner.created_at).toBe('2026-01-28T00:00:00Z');
    const feed = await other.rest('GET', '/v1/sandbox/clock');
    expect(feed.json).toEqual({ now: '2026-01-28T00:00:00Z', ahead_seconds: 0 });
    const events = await fixture.gateway.database.reads
      .selectFrom('event')
      .select(['type', 'created_at', 'actor'])
      .where('partner_id', '=', json.partner.partner_id)
      .orderBy('number')
      .execute();
    expect(events).toEqual([
      { type: 'partner.created', created_at: '2026-01-28T00:00:00Z', actor: 'sandbox' },
      { type: 'key.created', created_at: '2026-01-28T00:00:00Z', actor: 'sandbox' },
    ]);
  });

  test('with one idempotency key is one, and its key is shown once', async () => {
    const partner = await fixture.partner();
    const headers = { 'idempotency-key': 'suite' };
    const first = await partner.rest('POST', '/v1/sandbox/partners', {}, headers);
    const again = await partner.rest('POST', '/v1/sandbox/partners', {}, headers);
    expect(again.json).toEqual({ ...first.json, key: { ...first.json.key, api_key: null } });
  });

  test('is refused when there are 500, its own included, and there is room when one has ended', async () => {
    const partner = await fixture.partner();
    const { json, partner: child } = await newPartner(partner);
    const rows = Array.from({ length: 499 }, (_, at) => ({
      id: `${json.partner.partner_id}-${at}`,
      root_id: partner.partnerId,
      expires_at: '2026-01-29T00:00:00Z',
      ended_at: null,
      successor_id: null,
    }));
    const { writes } = fixture.gateway.database;
    for (let at = 0; at < rows.length; at += 100)
      await writes
        .insertInto('sandbox_partner')
        .values(rows.slice(at, at + 100))
        .execute();
    for (const by of [partner, child]) {
      const refused = await by.rest('POST', '/v1/sandbox/partners');
      expect([refused.status, refused.json.error.code]).toEqual([409, 'limit_reached']);
      expect(refused.json.error.message).toContain('500');
    }
    expect((await (await fixture.partner()).rest('POST', '/v1/sandbox/partners')).status).toBe(200);
    await writes.deleteFrom('sandbox_partner').where('id', '=', String(rows[0]?.id)).execute();
    expect((await partner.rest('POST', '/v1/sandbox/partners')).status).toBe(200);
    await writes.deleteFrom('sandbox_partner').where('id', 'like', `${json.partner.partner_id}-%`).execute();
  });

  test('ends after 24 hours of real time: its key, its webhooks, and what would fall due', async () => {
    const { partner: by } = await partnerWithOffer(fixture);
    const { json, partner: other } = await newPartner(by);
    const body = { url: 'http://127.0.0.1:1999/hooks', event_types: ['*'] };
    await other.rest('POST', '/v1/webhook-endpoints', body);
    await done(other, '/clock', { advance: 'P3M' });
    await runHousekeeping(fixture.gateway);
    expect((await other.rest('GET', '/v1/customers')).status).toBe(200);
    now = new Date('2026-01-29T00:00:00Z');
    await runHousekeeping(fixture.gateway);
    const refused = await other.rest('GET', '/v1/customers');
    expect([refused.status, refused.json.error.code]).toEqual([401, 'api_key_expired']);
    const { reads } = fixture.gateway.database;
    const row = reads.selectFrom('sandbox_partner').selectAll().where('id', '=', json.partner.partner_id);
    expect(await row.executeTakeFirst()).toMatchObject({ ended_at: '2026-01-29T00:00:00Z' });
    const endpoints = reads
      .selectFrom('webhook_endpoint')
      .select(['status', 'secret'])
      .where('partner_id', '=', json.partner.partner_id);
    expect(await endpoints.execute()).toEqual([{ status: 'disabled', secret: null }]);
  });
});

describe('a reset', () => {
  test('gives the keys and settings to a new, empty partner, whose clock shows real time', async () => {
    const { partner, id } = await partnerWithOffer(fixture, { offer_valid_days: 6 });
    const second = await fixture.key(partner.partnerId, { scopes: ['read'] });
    const operator = await fixture.key(partner.partnerId, { role: 'operator' });
    await done(partner, '/clock', { advance: 'P1Y' });
    const { status, json } = await reset(partner);
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        former_partner_id: partner.partnerId,
        partner: expect.objectContaining({ offer_valid_days: 6 }),
      },
    });
    expect(json.partner.partner_id).not.toBe(partner.partnerId);
    for (const caller of [partner, second]) {
      expect(await countOfCustomers(caller)).toBe(0);
      expect((await caller.rest('GET', `/v1/instant-settlements/${id}`)).status).toBe(404);
      expect((await caller.rest('GET', '/v1/sandbox/clock')).json.ahead_seconds).toBe(0);
    }
    const made = await addCustomer(partner);
    expect(made.json.created_at).toBe('2026-01-29T00:00:00Z');
    const document = 'query ($id: ID!) { instantSettlement(id: $id) { status } viewer { key { id } } }';
    const there = await operator.graphql(document, { id });
    expect(there.json.data.instantSettlement.status).toBe('DENIED');
  });

  test('of a partner of a day keeps its end', async () => {
    const { json, partner } = await newPartner(await fixture.partner());
    expect((await reset(partner)).status).toBe(200);
    expect(await countOfCustomers(partner)).toBe(0);
    const rows = await fixture.gateway.database.reads
      .selectFrom('sandbox_partner')
      .select(['expires_at', 'ended_at'])
      .where('root_id', '=', (eb) =>
        eb.selectFrom('sandbox_partner').select('root_id').where('id', '=', json.partner.partner_id),
      )
      .orderBy('ended_at')
      .execute();
    expect(new Set(rows.map(({ expires_at }) => expires_at))).toEqual(new Set([json.key.expires_at]));
    expect(rows.map(({ ended_at }) => ended_at === null).toSorted()).toEqual([false, true]);
  });

  test('ends the webhooks of the old partner', async () => {
    const partner = await fixture.partner();
    const body = { url: 'http://127.0.0.1:1999/hooks', event_types: ['*'] };
    await partner.rest('POST', '/v1/webhook-endpoints', body);
    await reset(partner);
    expect((await partner.rest('GET', '/v1/webhook-endpoints')).json.count).toBe(0);
  });

  test('is done once for one idempotency key, although the key has another partner then', async () => {
    const partner = await fixture.partner();
    const headers = { 'idempotency-key': 'anew' };
    const first = await reset(partner, { ...headers, 'fundgate-fault': 'lost_answer' });
    expect(first.status).toBe(503);
    await addCustomer(partner);
    const again = await reset(partner, headers);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
    expect(await countOfCustomers(partner)).toBe(1);
  });

  test('that meets another one leaves one new partner', async () => {
    const partner = await fixture.partner();
    const both = await Promise.all([reset(partner), reset(partner), reset(partner)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countOfCustomers(partner)).toBe(0);
    expect(await countLive(fixture, partner)).toBe(1);
  });

  test('leaves revoked keys with the old partner', async () => {
    const partner = await fixture.partner();
    const revoked = await fixture.key(partner.partnerId);
    const operator = await fixture.key(partner.partnerId, { role: 'operator' });
    await operator.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: revoked.keyId });
    await reset(partner);
    const keys = 'query ($id: ID!) { apiKeys(partnerId: $id) { totalCount nodes { id } } }';
    const { json } = await operator.graphql(keys, { id: partner.partnerId });
    expect(json.data.apiKeys).toEqual({ totalCount: 1, nodes: [{ id: revoked.keyId }] });
  });

  test('by an operator needs a partner that has not ended', async () => {
    const partner = await fixture.partner();
    const operator = await fixture.key(partner.partnerId, { role: 'operator' });
    const ask = (id: string | null) =>
      operator.graphql('mutation ($id: ID) { sandboxReset(partnerId: $id) { formerPartnerId } }', { id });
    expect((await ask(null)).json.errors[0].extensions.code).toBe('resource_missing');
    expect((await ask(partner.partnerId)).json.data.sandboxReset).toEqual({
      formerPartnerId: partner.partnerId,
    });
    expect((await ask(partner.partnerId)).json.errors[0].extensions.code).toBe('conflict');
  });

  test('and a new partner need the right to write', async () => {
    const partner = await fixture.partner();
    const reader = await fixture.key(partner.partnerId, { scopes: ['read'] });
    for (const path of ['reset', 'partners'])
      expect((await reader.rest('POST', `/v1/sandbox/${path}`)).json.error.code).toBe('permission_denied');
    const other = await fixture.partner();
    const ask = 'mutation ($id: ID) { sandboxReset(partnerId: $id) { formerPartnerId } }';
    const { json } = await partner.graphql(ask, { id: other.partnerId });
    expect(json.errors[0].extensions.code).toBe('permission_denied');
  });
});

test('the trail and the totals are whole after it all', async () => {
  expect(await findings()).toEqual([]);
});
