import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../../../src/pipeline/execute.ts';
import { createInstantSettlement } from '../../../src/nouns/settlement/settlement.operations.ts';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

/** A partner with these settings, and a way for it to ask for funding. */
async function openPartner(settings: Readonly<Record<string, unknown>>) {
  const partner = await fixture.partner(settings);
  const customerId = await partner.completeCustomer('HK');
  const ask = (changes: Readonly<Record<string, unknown>> = {}) =>
    partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId, changes));
  return { ...partner, customerId, ask };
}

async function eventsOf(fundingId: string): Promise<readonly string[]> {
  const rows = await fixture.gateway.database.reads
    .selectFrom('event')
    .select('type')
    .where('subject', '=', `funding/${fundingId}`)
    .orderBy('sequence')
    .execute();
  return rows.map(({ type }) => type);
}

describe('a request for funding', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string, readonly string[]]>([
    ['no settings', {}, 'approved', ['funding.submitted', 'funding.approved']],
    ['automatic review', { review: 'auto' }, 'approved', ['funding.submitted', 'funding.approved']],
    ['manual review', { review: 'manual' }, 'submitted', ['funding.submitted']],
    [
      'automatic review and acceptance',
      { auto_accept: true },
      'accepted',
      ['funding.submitted', 'funding.approved', 'funding.accepted'],
    ],
    [
      'acceptance without review',
      { review: 'manual', auto_accept: true },
      'submitted',
      ['funding.submitted'],
    ],
  ])('of a partner with %s', async (_, settings, status, events) => {
    const partner = await openPartner(settings);
    const { json } = await partner.ask();
    expect(json.status).toBe(status);
    expect(await eventsOf(json.funding_id)).toEqual(events);
    const read = await partner.rest('GET', `/v1/instant-settlements/${json.funding_id}`);
    expect(read.json).toEqual(json);
  });
});

test('automatic review and acceptance are one transaction', async () => {
  const partner = await openPartner({ auto_accept: true });
  const { gateway } = fixture;
  const { database } = gateway;
  let transactions = 0;
  const transaction: typeof database.transaction = (work) => {
    transactions += 1;
    return database.transaction(work);
  };
  const { partnerId } = partner;
  const scopes: ReadonlySet<'write'> = new Set(['write']);
  const caller = {
    actor: 'test',
    role: 'partner',
    scopes,
    partnerId,
    keyId: null,
    operatorId: null,
    sessionHash: null,
    v1Members: 'all',
  } as const;
  const input = settlementBody(partner.customerId);
  const call = { caller, requestId: 'once', ids: {}, input };
  const watched = { ...gateway, database: { ...database, transaction } };
  const { view } = await execute(watched, createInstantSettlement, call);
  expect([view.status, transactions]).toEqual(['accepted', 1]);
  expect(await eventsOf(view.funding_id)).toHaveLength(3);
  const recorded = await database.reads
    .selectFrom('event')
    .select(['request_id', 'actor'])
    .where('subject', '=', `funding/${view.funding_id}`)
    .execute();
  expect(recorded).toHaveLength(3);
  for (const event of recorded) expect(event).toEqual({ request_id: 'once', actor: 'test' });
});

describe('account rates', () => {
  test.each(['account_chargeback_rate', 'account_refund_rate'])(
    '%s is required unless the partner’s setting makes it optional',
    async (name) => {
      const strict = await openPartner({});
      const loose = await openPartner({ account_rates: 'optional' });
      for (const value of [null, undefined]) {
        const refused = await strict.ask({ [name]: value });
        expect([refused.status, refused.json.error?.code]).toEqual([400, 'parameter_missing']);
        expect(refused.json.error.param).toBe(name);
        const taken = await loose.ask({ [name]: value });
        expect([taken.status, taken.json[name]]).toEqual([200, null]);
      }
      expect((await loose.ask({ [name]: 2 })).json.error.param).toBe(name);
      expect((await loose.ask({ [name]: 0.5 })).json[name]).toBe(0.5);
    },
  );
});

describe('currencies', () => {
  test.each(['HKD', 'SGD', 'USD', 'GBP', 'MYR', 'PHP', 'JPY'])('%s is funded', async (currency) => {
    const partner = await openPartner({});
    expect((await partner.ask({ currency })).json).toMatchObject({ currency });
  });

  test('can be limited for a partner, and the viewer shows them', async () => {
    const partner = await openPartner({ currencies: ['MYR', 'JPY'] });
    expect((await partner.ask({ currency: 'JPY' })).status).toBe(200);
    const refused = await partner.ask({ currency: 'HKD' });
    expect([refused.status, refused.json.error.code]).toEqual([400, 'currency_not_supported']);
    const { json } = await partner.graphql('{ viewer { currencies accountRatesRequired } }');
    expect(json.data.viewer).toEqual({ currencies: ['MYR', 'JPY'], accountRatesRequired: true });
  });
});

describe('interest_rate', () => {
  const interest_rate = {
    default: 0.05,
    bands: [
      { currency: 'HKD', period_days_max: 30, rate: 0.02 },
      { currency: 'HKD', period_days_max: 7, rate: 0.01 },
      { currency: 'USD', period_days_max: 90, rate: 0 },
    ],
  };

  test.each([
    ['HKD', 1, 0.01],
    ['HKD', 7, 0.01],
    ['HKD', 8, 0.02],
    ['HKD', 30, 0.02],
    ['HKD', 31, 0.05],
    ['USD', 90, 0],
    ['SGD', 1, 0.05],
  ])('%s for %i days costs %d', async (currency, settlement_period, rate) => {
    const partner = await openPartner({ interest_rate });
    const { json } = await partner.ask({ currency, settlement_period });
    expect(json.interest_rate).toBe(rate);
  });

  test('is a number also before the approval, and cannot be set by the partner', async () => {
    const partner = await openPartner({ review: 'manual' });
    const { json } = await partner.ask({ interest_rate: 0 });
    expect(json.interest_rate).toBe(0.002);
  });
});

test('a list leaves transactions out, a single read has them', async () => {
  const partner = await openPartner({});
  const { json } = await partner.ask();
  const list = await partner.rest('GET', '/v1/instant-settlements');
  const { transactions, ...summary } = json;
  expect(list.json.items).toEqual([summary]);
  expect(transactions).toEqual(settlementBody('')['transactions']);
  const nested = await partner.rest('GET', `/v1/customers/${partner.customerId}/instant-settlements`);
  expect(nested.json).toEqual(list.json);
});

test('a settlement of another partner, or of another customer, is missing', async () => {
  const partner = await openPartner({});
  const stranger = await openPartner({});
  const { json } = await partner.ask();
  const paths = [
    [stranger, `/v1/instant-settlements/${json.funding_id}`],
    [stranger, `/v1/customers/${partner.customerId}/instant-settlements`],
    [stranger, `/v1/customers/${stranger.customerId}/instant-settlements/${json.funding_id}`],
  ] as const;
  for (const [caller, path] of paths) {
    const answer = await caller.rest('GET', path);
    expect([answer.status, answer.json.error.code]).toEqual([404, 'resource_missing']);
  }
  const decision = `/v1/instant-settlements/${json.funding_id}/decision`;
  expect((await stranger.rest('PUT', decision, { type: 'accept' })).status).toBe(404);
  const taken = await stranger.ask({ customer_id: partner.customerId });
  expect([taken.status, taken.json.error.code]).toEqual([404, 'resource_missing']);
});
