import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
let now = new Date('2026-03-01T00:00:00Z');
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway({}, () => now);
  operator = await fixture.key((await fixture.partner()).partnerId, { role: 'operator' });
});
afterAll(() => fixture.close());

/** A partner with these settings and a customer to be funded. */
async function limited(settings: object = {}) {
  const auto_limit = [
    { currency: 'HKD', amount: 1_000 },
    { currency: 'GBP', amount: 1_000 },
    { currency: 'JPY', amount: 0 },
  ];
  // Without a fee, so that the amounts alone make the exposure.
  const partner = await fixture.partner({ auto_limit, interest_rate: { default: 0 }, ...settings });
  const customerId = await partner.completeCustomer('HK');
  const ask = async (amount: number, changes: object = {}) => {
    const body = settlementBody(customerId, { amount, ...changes });
    const { status, json } = await partner.rest('POST', '/v1/instant-settlements', body);
    expect(status).toBe(200);
    return { id: String(json.funding_id), status: json.status };
  };
  const decide = (id: string, type: string) =>
    partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type, reason: 'because' });
  return { ...partner, customerId, ask, decide };
}

const operate = async (field: string) => {
  const { json } = await operator.graphql(`mutation { ${field} { status } }`);
  expect(json.errors).toBeUndefined();
};

test('a request up to the limit is approved, and one above it stays submitted', async () => {
  const { ask } = await limited();
  expect((await ask(400)).status).toBe('approved');
  expect((await ask(601)).status).toBe('submitted');
  expect((await ask(600)).status).toBe('approved');
  expect((await ask(1)).status).toBe('submitted');
});

test('a single request above the limit stays submitted, of any size', async () => {
  const { ask } = await limited();
  expect((await ask(1_001)).status).toBe('submitted');
  expect((await ask(Number.MAX_SAFE_INTEGER)).status).toBe('submitted');
});

test('the limit is of one currency, of one customer, and of review auto', async () => {
  const { ask, completeCustomer } = await limited();
  await ask(1_000);
  expect((await ask(1_000_000, { currency: 'USD' })).status).toBe('approved');
  expect((await ask(1_000, { currency: 'GBP' })).status).toBe('approved');
  expect((await ask(1, { currency: 'JPY' })).status).toBe('submitted');
  expect((await ask(1_000, { customer_id: await completeCustomer('MY') })).status).toBe('approved');
  expect((await (await limited({ review: 'manual' })).ask(1)).status).toBe('submitted');
});

test('with auto-accept, a request above the limit is neither approved nor accepted', async () => {
  const { ask } = await limited({ auto_accept: true });
  expect((await ask(1_000)).status).toBe('accepted');
  expect((await ask(1)).status).toBe('submitted');
});

describe('outstanding is', () => {
  test('the amounts that are offered, accepted or disbursed, until they are paid back', async () => {
    const { ask, decide } = await limited();
    const { id } = await ask(1_000);
    expect((await ask(1)).status).toBe('submitted');
    await decide(id, 'accept');
    expect((await ask(1)).status).toBe('submitted');
    await operate(`disburseInstantSettlement(id: "${id}", reference: "1")`);
    expect((await ask(1)).status).toBe('submitted');
    await operate(`repayInstantSettlement(id: "${id}")`);
    expect((await ask(1_000)).status).toBe('approved');
  });

  test('not amounts that were rejected, withdrawn or revoked, or wait for approval', async () => {
    const { ask, decide } = await limited();
    await ask(1_001);
    await decide((await ask(1_000)).id, 'reject');
    const withdrawn = await ask(1_000);
    expect(withdrawn.status).toBe('approved');
    await operate(`withdrawInstantSettlement(id: "${withdrawn.id}", reason: "x")`);
    const revoked = await ask(1_000);
    await decide(revoked.id, 'accept');
    await operate(`revokeInstantSettlement(id: "${revoked.id}", reason: "x")`);
    expect((await ask(1_000)).status).toBe('approved');
  });

  test('not an offer that has lapsed, also before the scheduler has written it', async () => {
    const { ask } = await limited({ offer_valid_days: 1 });
    await ask(1_000);
    now = new Date(now.getTime() + 86_400_000);
    expect((await ask(1_000)).status).toBe('approved');
  });

  test('what an operator approved above the limit, too', async () => {
    const { ask } = await limited();
    const { id } = await ask(5_000);
    await operate(`approveInstantSettlement(id: "${id}")`);
    expect((await ask(1)).status).toBe('submitted');
  });

  test('always over the limit, if it is larger than the largest exact number', async () => {
    const { ask } = await limited();
    for (let count = 0; count < 3; count += 1) {
      const { id } = await ask(Number.MAX_SAFE_INTEGER);
      await operate(`approveInstantSettlement(id: "${id}")`);
    }
    expect((await ask(1)).status).toBe('submitted');
  });
});

describe('exposure has', () => {
  test('the fee of the request and of sent money, until it is paid', async () => {
    const { ask, decide } = await limited({ interest_rate: { default: 0.1 } });
    expect((await ask(910)).status).toBe('submitted');
    const { id, status } = await ask(900);
    expect(status).toBe('approved');
    expect((await ask(10)).status).toBe('submitted');
    await decide(id, 'accept');
    await operate(`disburseInstantSettlement(id: "${id}", reference: "1")`);
    expect((await ask(10)).status).toBe('submitted');
    // Of 990 some 490 are left; 463 with a fee of 46 fill the limit to 999.
    await operate(`recordRepayment(id: "${id}", input: { amount: 500, source: TRANSFER })`);
    expect((await ask(465)).status).toBe('submitted');
    expect((await ask(463)).status).toBe('approved');
  });

  test.each([
    ['in one currency', {}, {}],
    ['in another currency', {}, { currency: 'USD' }],
    ['without limits', { auto_limit: null }, {}],
  ])('a claim, with which nothing is approved automatically until it is recovered: %s', async (...given) => {
    const [, settings, next] = given;
    const { ask, decide } = await limited(settings);
    const { id } = await ask(100);
    await decide(id, 'accept');
    await operate(`disburseInstantSettlement(id: "${id}", reference: "1")`);
    await operate(`writeOffInstantSettlement(id: "${id}", code: DISPUTE)`);
    expect((await ask(1, next)).status).toBe('submitted');
    await operate(`recordRepayment(id: "${id}", input: { amount: 99, source: TRANSFER })`);
    expect((await ask(1, next)).status).toBe('submitted');
    await operate(`recordRepayment(id: "${id}", input: { amount: 1, source: TRANSFER })`);
    expect((await ask(1_000, next)).status).toBe('approved');
  });
});

test('many requests at once stay within the limit together', async () => {
  const { ask } = await limited();
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask(300)));
  const approved = asked.filter(({ status }) => status === 'approved');
  expect(approved).toHaveLength(3);
  expect(asked.filter(({ status }) => status === 'submitted')).toHaveLength(17);
});

test('a partner without limits has none', async () => {
  const { ask } = await limited({ auto_limit: null });
  expect((await ask(Number.MAX_SAFE_INTEGER)).status).toBe('approved');
});
