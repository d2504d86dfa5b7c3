import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

let fixture: TestGateway;

beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' });
});
afterAll(() => fixture.close());

const SANDBOX = '/v1/sandbox';

/** Sends a request and expects that it succeeds. */
async function done(partner: TestPartner, path: string, body?: unknown) {
  const { status, json } = await partner.rest('POST', `${SANDBOX}${path}`, body);
  expect({ status, error: json.error }).toEqual({ status: 200 });
  return json;
}

test('a settlement lives its whole life by the key of a partner', async () => {
  const partner = await fixture.partner({ review: 'manual' });
  const customer = await partner.completeCustomer();
  const { json: asked } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  const id: string = asked.funding_id;
  expect(asked.status).toBe('submitted');
  const settlement = `/instant-settlements/${id}`;

  expect(await done(partner, `${settlement}/approve`)).toMatchObject({ status: 'approved' });
  const decision = await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
  expect(decision.json.status).toBe('accepted');
  const { servicing } = await done(partner, `${settlement}/disburse`);
  expect(servicing).toMatchObject({ state: 'current', principal_outstanding: 1_000_000 });

  await done(partner, '/clock', { advance: 'P1D' });
  const { repayment } = await done(partner, `${settlement}/sales`, { amount: 2_000_000 });
  expect(repayment).toMatchObject({ amount: 200_000, source: 'sales_share', status: 'received' });
  expect(await done(partner, `${settlement}/sales`, { amount: -5_000 })).toMatchObject({ repayment: null });
  await done(partner, '/clock', { advance: 'P2D' });
  const bounced = await done(partner, `/repayments/${repayment.repayment_id}/reverse`);
  expect(bounced).toMatchObject({ status: 'reversed', reversal: { kind: 'returned', reason: 'sandbox' } });

  const { counts } = await done(partner, '/clock', { advance: 'P1M' });
  expect(counts).toEqual([
    { type: 'funding.due_soon', count: 1 },
    { type: 'funding.overdue', count: 1 },
  ]);
  const paid = await done(partner, `${settlement}/repay`);
  expect(paid).toMatchObject({ status: 'repaid' });
});
