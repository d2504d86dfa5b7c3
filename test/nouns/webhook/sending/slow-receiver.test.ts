import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { customerBody } from '../../../support/gateway.ts';
import { stopClock } from '../../../support/stopped-clock.ts';
import { openWebhooks, type WebhookFixture } from '../webhook-fixture.ts';
import { openReceiver, type Receiver } from './receiver.ts';

let fixture: WebhookFixture;
let slow: Receiver;
let quick: Receiver;
beforeEach(async () => {
  fixture = await openWebhooks();
  slow = await openReceiver();
  quick = await openReceiver();
});
afterEach(async () => {
  await slow.close();
  await fixture.worker.settled();
  await quick.close();
  await fixture.close();
});

/** So many endpoints, with four requests to each at once, would take all the requests of a process. */
const SLOW_ENDPOINTS = 5;

test('receivers that take all events, but slowly, leave half of the requests to the others', async () => {
  const clock = stopClock();
  onTestFinished(clock.restore);
  slow.answerAlways((response) => {
    clock.pass(1_100);
    response.writeHead(200).end();
  });
  for (let made = 0; made < SLOW_ENDPOINTS; made += 1)
    await fixture.subscribe(slow.url, { event_types: ['customer.created'] });
  const customer = await fixture.happen();
  await fixture.deliver();
  expect(slow.received).toHaveLength(SLOW_ENDPOINTS);
  slow.answerAlways(() => {});
  const change = (name: string) =>
    fixture.partner.rest('PUT', `/v1/customers/${customer}`, customerBody({ company_name: name }));
  await fixture.subscribe(quick.url);
  await change('First');
  await fixture.deliver();
  expect(quick.received).toHaveLength(2);
  for (let made = 0; made < 4; made += 1) await fixture.happen();
  await fixture.relay();
  await fixture.worker.claim();
  await expect.poll(() => slow.received.length).toBe(SLOW_ENDPOINTS + 10);

  await change('Second');
  await fixture.relay();
  const sent = async () => {
    await fixture.worker.claim();
    return quick.received.length;
  };
  // Its own creation, two changes, and two events of each of the four customers.
  await expect.poll(sent).toBe(1 + 2 + 4 * 2);
  expect(slow.received).toHaveLength(SLOW_ENDPOINTS + 10);
});

test('an endpoint without a result yet does not wait for endpoints that are known to fail', async () => {
  const failing = [fixture.partner, await fixture.newPartner()];
  slow.answerAlways(500);
  for (const partner of failing) {
    for (let made = 0; made < 8; made += 1)
      await fixture.subscribe(slow.url, { event_types: ['customer.created'] }, partner);
    await fixture.happen(partner);
  }
  await fixture.deliver();
  expect(slow.received).toHaveLength(16);
  slow.answerAlways(() => {});
  fixture.passSeconds(10);
  await fixture.worker.claim();
  await expect.poll(() => slow.received.length).toBe(26);

  await fixture.subscribe(quick.url);
  await fixture.happen();
  await fixture.relay();
  await fixture.worker.claim();
  await expect.poll(() => quick.received.length).toBeGreaterThan(0);
  expect(slow.received).toHaveLength(26);
});
