import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectGarbage } from '../../support/measured/garbage.ts';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

/**
 * Compared with the values that JSON.parse makes. The texts of the request and of its answer take a little more. If
 * the gateway made values with their places, they would take three times as much in addition.
 */
const GROWTH_MAX = 2;

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

/** How much the heap grows while something is done, with the garbage that it leaves. */
async function growthBy(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  await work();
  return process.memoryUsage().heapUsed - before;
}

// A collection in the middle makes a growth smaller than it was, but not each time.
test('two megabytes of empty lists are taken without a value being made of each', { retry: 3 }, async () => {
  const source = `{"a":[${'[],'.repeat(690_000)}1]}`;
  const body = JSON.stringify(settlementBody(customerId, { transactions: '@' })).replace('"@"', () => source);
  const headers = { 'content-type': 'application/json' };
  const growth = await growthBy(async () => {
    const { status, text } = await partner.rest('POST', '/v1/instant-settlements', body, headers);
    expect(status).toBe(200);
    expect(text).toContain(source);
  });
  const made: unknown[] = [];
  const ofValues = await growthBy(async () => void made.push(JSON.parse(source)));
  expect(made).toHaveLength(1);
  expect(growth / ofValues).toBeLessThan(GROWTH_MAX);
});
