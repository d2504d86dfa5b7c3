import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

/** As the gateway has it; written out, so that a change of it is seen here. */
const REQUESTS_OF_TURN = 32;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

test('of hundreds of requests that come at once, each turn of the event loop begins a few', async () => {
  const partner = await fixture.partner();
  await partner.rest('GET', '/v1/settings');
  let answered = 0;
  const requests = Array.from({ length: 200 }, async () => {
    expect((await partner.rest('GET', '/v1/customers')).status).toBe(200);
    answered += 1;
  });
  const ofTurns: number[] = [];
  for (let before = 0; answered < requests.length; before = answered) {
    await setImmediate();
    ofTurns.push(answered - before);
  }
  await Promise.all(requests);
  expect(Math.max(...ofTurns)).toBeLessThanOrEqual(2 * REQUESTS_OF_TURN);
});

test('a request comes before most of the hundreds that another partner sent before it', async () => {
  const [busy, other] = [await fixture.partner(), await fixture.partner()];
  for (const partner of [busy, other]) await partner.rest('GET', '/v1/customers');
  const order: string[] = [];
  const send = async (partner: typeof busy, name: string) => {
    expect((await partner.rest('GET', '/v1/customers')).status).toBe(200);
    order.push(name);
  };
  const many = Array.from({ length: 200 }, () => send(busy, 'busy'));
  await Promise.all([...many, send(other, 'other')]);
  expect(order.indexOf('other')).toBeLessThanOrEqual(2 * REQUESTS_OF_TURN);
});
