import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';
import { countLive, purgeAll } from './fixture.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' });
});
afterAll(() => fixture.close());

/** So many that an advance needs several transactions. */
const SETTLEMENTS = 8;

async function partnerWithMuch() {
  const partner = await fixture.partner();
  const customer = await partner.completeCustomer();
  for (let made = 0; made < SETTLEMENTS; made += 1) {
    const body = { ...settlementBody(customer), amount: 1_000_010 };
    expect((await partner.rest('POST', '/v1/instant-settlements', body)).status).toBe(200);
  }
  return partner;
}

async function findings() {
  await fixture.relay();
  return (await verify(fixture)).findings;
}

test('a reset and a purge while the clock moves leave a whole new partner, and a whole trail', async () => {
  const partner = await partnerWithMuch();
  const other = await partnerWithMuch();
  const moving = partner.rest('POST', '/v1/sandbox/clock', { advance: 'P1M' });
  const resets = [1, 2].map(() => partner.rest('POST', '/v1/sandbox/reset'));
  const purging = Promise.all(resets).then(() => purgeAll(fixture));
  const [moved, ...done] = await Promise.all([moving, ...resets, purging.then(() => null)]);
  // The clock that moves is that of the partner at its beginning; what is gone meanwhile no longer falls due.
  expect([200, 404, 409]).toContain(moved.status);
  expect(done.map((each) => each?.status)).toEqual([200, 200, undefined]);
  expect((await partner.rest('GET', '/v1/instant-settlements')).json.count).toBe(0);
  expect((await partner.rest('GET', '/v1/sandbox/clock')).json.ahead_seconds).toBe(0);
  expect(await countLive(fixture, partner)).toBe(1);
  expect((await other.rest('GET', '/v1/instant-settlements')).json.count).toBe(SETTLEMENTS);
  expect((await other.rest('GET', '/v1/sandbox/clock')).json.ahead_seconds).toBe(0);
  await purgeAll(fixture);
  expect(await findings()).toEqual([]);
});
