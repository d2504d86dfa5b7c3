import { createClient } from 'fundgate/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, pdf, settlementBody, type TestGateway } from '../../support/gateway.ts';
import { settlementOf } from '../../client/samples.ts';
import { serveTestGateway } from '../../support/served.ts';
import { APIS, CREATE, inCamelCase, NOW, request, stateOf } from './magic.ts';

let fixture: TestGateway;

beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' }, () => NOW);
});
afterAll(() => fixture.close());

describe.each(Object.entries(APIS))('by %s, an amount that ends with', (_name, api) => {
  const { advance } = api;

  test('0001 is denied, even if the partner has everything approved', async () => {
    const { made } = await request(fixture, api, 1_000_001, { review: 'auto', auto_accept: true });
    expect(made).toMatchObject({ status: 'denied', denial_reason: 'insufficient_history' });
  });

  test('0002 stays submitted', async () => {
    const { partner, made, id } = await request(fixture, api, 1_000_002, {
      review: 'auto',
      auto_accept: true,
    });
    expect(made.status).toBe('submitted');
    expect(await advance(partner, 'P1Y')).toEqual([]);
    expect((await stateOf(partner, id)).status).toBe('submitted');
  });

  test('0003 is an offer that lapses after 60 seconds of the clock', async () => {
    const { partner, made, id } = await request(fixture, api, 1_000_003, {
      review: 'manual',
      auto_accept: true,
    });
    expect(made).toMatchObject({ status: 'approved', offer_expires_at: '2026-01-28T00:01:00Z' });
    expect(await advance(partner, 'PT59S')).toEqual([]);
    expect(await advance(partner, 'PT1S')).toEqual(['2026-01-28T00:01:00Z funding.expired']);
    expect(await stateOf(partner, id)).toMatchObject({ status: 'denied', denial_reason: 'offer_expired' });
  });

  test('0004 is paid out, repaid on day 1, and returned on day 5', async () => {
    const { partner, made, id } = await request(fixture, api, 1_000_004, { review: 'manual' });
    expect(made.status).toBe('accepted');
    // Days are of Hong Kong, where the day after the payout begins at 16:00 UTC.
    expect(await advance(partner, 'P10D')).toEqual([
      '2026-01-28T00:01:00Z funding.disbursed',
      '2026-01-28T16:00:00Z repayment.received',
      '2026-01-28T16:00:00Z funding.balance_changed',
      '2026-01-28T16:00:00Z funding.repaid',
      '2026-02-01T16:00:00Z repayment.reversed',
      '2026-02-01T16:00:00Z funding.balance_changed',
      '2026-02-01T16:00:00Z funding.reopened',
    ]);
    expect(await stateOf(partner, id)).toMatchObject({
      status: 'funded',
      servicing: { funded_on: '2026-01-28', outstanding: 1_002_004, paid: 0 },
    });
    const { json } = await partner.rest('GET', `/v1/instant-settlements/${id}/repayments`);
    expect(json.items).toMatchObject([
      {
        amount: 1_002_004,
        status: 'reversed',
        received_on: '2026-01-29',
        reversal: { kind: 'returned', reversed_on: '2026-02-02' },
      },
    ]);
    expect(await advance(partner, 'P1M')).toEqual([
      '2026-02-07T16:00:00Z funding.due_soon',
      '2026-02-11T16:00:00Z funding.overdue',
    ]);
  });

  test('0005 is paid out after a document was uploaded again', async () => {
    const { partner, customer, made, id } = await request(fixture, api, 1_000_005, { review: 'manual' });
    expect(made.status).toBe('accepted');
    expect(await advance(partner, 'P1D')).toEqual([
      '2026-01-28T00:01:00Z kyc.document_requested',
      '2026-01-28T00:01:00Z kyc.status_changed',
    ]);
    expect((await stateOf(partner, id)).status).toBe('accepted');
    const kyc = await partner.rest('GET', `/v1/kyc/hk/${customer}`);
    const missing = Object.entries(kyc.json.supporting_documents).filter(([, state]) => state === 'missing');
    expect(missing).toHaveLength(1);
    await partner.upload(customer, missing[0]?.[0] ?? '', [pdf()]);
    expect(await advance(partner, 'PT1S')).toEqual(['2026-01-29T00:00:00Z funding.disbursed']);
    expect((await stateOf(partner, id)).status).toBe('funded');
  });

  test('0007 is an offer that is withdrawn after a minute', async () => {
    const { partner, made, id } = await request(fixture, api, 1_000_007, {
      review: 'manual',
      auto_accept: true,
    });
    expect(made.status).toBe('approved');
    expect(await advance(partner, 'P1D')).toEqual(['2026-01-28T00:01:00Z funding.withdrawn']);
    expect(await stateOf(partner, id)).toMatchObject({ status: 'denied', denial_reason: 'offer_withdrawn' });
  });

  test('0008 is accepted, and revoked after a minute', async () => {
    const { partner, made, id } = await request(fixture, api, 1_000_008);
    expect(made.status).toBe('accepted');
    expect(await advance(partner, 'P1D')).toEqual(['2026-01-28T00:01:00Z funding.revoked']);
    expect(await stateOf(partner, id)).toMatchObject({
      status: 'denied',
      denial_reason: 'acceptance_revoked',
    });
  });

  test('0009 is paid out, and never repaid', async () => {
    const { partner, made, id } = await request(fixture, api, 10_009, { review: 'policy' });
    expect(made.status).toBe('accepted');
    expect(await advance(partner, 'P1Y')).toEqual([
      '2026-01-28T00:01:00Z funding.disbursed',
      '2026-02-07T16:00:00Z funding.due_soon',
      '2026-02-11T16:00:00Z funding.overdue',
    ]);
    expect((await stateOf(partner, id)).servicing).toMatchObject({ state: 'overdue', paid: 0 });
  });

  test('0010 is repaid in three parts, of which the second is returned on day 4', async () => {
    const { partner, made, id } = await request(fixture, api, 1_000_010, { review: 'manual' });
    expect(made.status).toBe('accepted');
    expect(await advance(partner, 'P6D')).toEqual([
      '2026-01-28T00:01:00Z funding.disbursed',
      '2026-01-28T16:00:00Z repayment.received',
      '2026-01-28T16:00:00Z funding.balance_changed',
      '2026-01-29T16:00:00Z repayment.received',
      '2026-01-29T16:00:00Z funding.balance_changed',
      '2026-01-30T16:00:00Z repayment.received',
      '2026-01-30T16:00:00Z funding.balance_changed',
      '2026-01-30T16:00:00Z funding.repaid',
      '2026-01-31T16:00:00Z repayment.reversed',
      '2026-01-31T16:00:00Z funding.balance_changed',
      '2026-01-31T16:00:00Z funding.reopened',
    ]);
    const { json } = await partner.rest('GET', `/v1/instant-settlements/${id}/repayments`);
    expect(
      json.items.map((each: Record<string, unknown>) => [
        each['amount'],
        each['received_on'],
        each['status'],
      ]),
    ).toEqual([
      [334_004, '2026-01-31', 'received'],
      [334_003, '2026-01-30', 'reversed'],
      [334_003, '2026-01-29', 'received'],
    ]);
    expect((await stateOf(partner, id)).servicing.outstanding).toBe(334_003);
  });
});

test('0006 loses the first response, which the retry with its key gets: by REST', async () => {
  const partner = await fixture.partner();
  const body = { ...settlementBody(await partner.completeCustomer()), amount: 1_000_006 };
  const key = { 'idempotency-key': 'once' };
  const lost = await partner.rest('POST', '/v1/instant-settlements', body, key);
  expect({ status: lost.status, ...lost.json.error }).toMatchObject({
    status: 503,
    code: 'service_unavailable',
    message:
      'The request was processed, and its answer was lost on purpose. Send it again with its Idempotency-Key.',
  });
  expect(lost.headers.get('Retry-After')).toBe('1');
  const again = await partner.rest('POST', '/v1/instant-settlements', body, key);
  expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
  expect(again.json).toMatchObject({ amount: 1_000_006, status: 'approved' });
  expect((await partner.rest('GET', '/v1/instant-settlements')).json.count).toBe(1);
});

test('0006 loses the first response, which the retry with its key gets: by GraphQL', async () => {
  const partner = await fixture.partner();
  const input = inCamelCase({ ...settlementBody(await partner.completeCustomer()), amount: 1_000_006 });
  const key = { 'idempotency-key': 'once' };
  const lost = await partner.graphql(CREATE, { input }, key);
  expect(lost.json).toMatchObject({
    data: { createInstantSettlement: null },
    errors: [{ extensions: { code: 'service_unavailable', retryAfter: 1 } }],
  });
  const again = await partner.graphql(CREATE, { input }, key);
  expect(again.json.errors).toBeUndefined();
  expect(again.json.data.createInstantSettlement.status).toBe('APPROVED');
  expect((await partner.rest('GET', '/v1/instant-settlements')).json.count).toBe(1);
});

test('0006 makes one settlement of a call of the client, which tries again by itself', async () => {
  const served = await serveTestGateway({ SANDBOX: 'on' });
  try {
    const partner = await served.partner();
    const customerId = await partner.completeCustomer();
    const reported: unknown[] = [];
    const client = createClient({
      baseUrl: served.baseUrl,
      apiKey: partner.apiKey,
      onRetry: (error) => void reported.push('code' in error ? error.code : error.name),
    });
    const { status } = await client.instantSettlements.create({
      ...settlementOf(customerId),
      amount: 1_000_006,
    });
    expect(status).toBe('approved');
    expect(reported).toEqual(['service_unavailable']);
    expect((await client.instantSettlements.list().page()).count).toBe(1);
  } finally {
    await served.stop();
  }
});

test('magic amounts stand in OpenAPI and in the console', async () => {
  const { json } = await fixture.fetch('GET', '/v1/openapi.json');
  const { description } = json.paths['/v1/instant-settlements'].post;
  const { text } = await fixture.fetch('GET', '/console');
  for (let magic = 1; magic <= 10; magic += 1) {
    const digits = String(magic).padStart(4, '0');
    expect(description).toContain(`- \`${digits}\`: `);
    expect(text).toContain(`<dt>${digits}</dt><dd>`);
  }
  expect(text).toContain('<dd>It is denied: <code>insufficient_history</code>.</dd>');
});

test.each([4, 9_999, 1_000_000, 1_000_011])('the amount %i is not magic', async (amount) => {
  const { made } = await request(fixture, APIS.REST, amount, { review: 'auto' });
  expect(made.status).toBe('approved');
});

test('a live gateway knows no magic amounts', async () => {
  const live = await openTestGateway({}, () => NOW);
  try {
    const { partner, customer } = await request(live, APIS.REST, 1_000_001, { review: 'auto' });
    for (let digits = 1; digits <= 10; digits += 1) {
      const body = { ...settlementBody(customer), amount: 1_000_000 + digits };
      const { status, json } = await partner.rest('POST', '/v1/instant-settlements', body);
      expect([digits, status, json.status]).toEqual([digits, 200, 'approved']);
    }
    expect((await live.fetch('GET', '/v1/openapi.json')).text).not.toMatch(/magic/i);
    expect((await live.fetch('GET', '/console')).text).not.toMatch(/magic/i);
  } finally {
    await live.close();
  }
});
