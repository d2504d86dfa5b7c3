import { afterEach, beforeEach, expect, test } from 'vitest';
import { scheduler } from '../../../../src/kernel/caller.ts';
import { newId } from '../../../../src/kernel/id.ts';
import { withCommandContext } from '../../../../src/pipeline/context.ts';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import type { AfterCommit } from '../../../../src/pipeline/operation.ts';
import { stopClock } from '../../../support/stopped-clock.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { workerOf } from '../webhook-fixture.ts';

openForEachTest();

const EVENTS = 800;
/** Results that may wait to be stored. */
const UNSTORED_MAX = 512;
/** These, and the requests of the endpoint that are on their way meanwhile. */
const SENT_MAX = UNSTORED_MAX + 4;

// Claims that waited too long on a busy machine would not be sent.
let clock: ReturnType<typeof stopClock>;
beforeEach(() => (clock = stopClock()));
afterEach(() => clock.restore());

/** Events of a customer each, in one transaction. */
async function happen(count: number): Promise<void> {
  const { gateway, partner } = fixture;
  const call = { caller: scheduler, requestId: 'test', ids: {}, input: {} };
  await gateway.database.transaction((db) =>
    withCommandContext(gateway, call, db, (context) =>
      context.record(
        ...Array.from({ length: count }, () => ({
          type: 'customer.created' as const,
          subject: `customer/${newId('cus', context.now)}` as const,
          partnerId: partner.partnerId,
          isFirst: true as const,
        })),
      ),
    ),
  );
  await fixture.relay();
}

/** Sends events to an endpoint until none is sent any more, as no result is stored until `store` is called. */
async function sendUnstored() {
  const endpoint = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  const storing = Promise.withResolvers<void>();
  let isStoring = Promise.resolve();
  const afterCommit = afterCommitOf(fixture.gateway);
  const perform: AfterCommit['perform'] = async (...asked) => {
    await isStoring;
    return afterCommit.perform(...asked);
  };
  const worker = workerOf(fixture.gateway, fixture.failures, [], { ...afterCommit, perform });
  await happen(1);
  await worker.claim();
  await worker.settled();

  isStoring = storing.promise;
  await happen(EVENTS);
  const claimed = async () => {
    await worker.claim();
    return receiver.received.length;
  };
  await expect.poll(claimed).toBeGreaterThan(UNSTORED_MAX);
  // Another claim would send more if the process could.
  await worker.claim();
  return { worker, endpoint, store: storing.resolve };
}

test('no more webhooks are sent than their results can be stored while the process has them', async () => {
  const { worker, store } = await sendUnstored();
  expect(receiver.received.length).toBeLessThanOrEqual(1 + SENT_MAX);
  store();
  await expect
    .poll(async () => {
      await worker.claim();
      return receiver.received.length;
    })
    .toBe(1 + EVENTS);
  await worker.settled();
  expect(new Set(receiver.ids()).size).toBe(1 + EVENTS);
});

test('nothing more is sent to an endpoint that was disabled while results waited to be stored', async () => {
  const { worker, endpoint, store } = await sendUnstored();
  const { url } = await fixture.endpoint(endpoint);
  const disabled = { url, event_types: ['customer.created'], status: 'disabled' };
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  expect((await fixture.partner.rest('PUT', path, disabled)).status).toBe(200);
  store();
  await worker.settled();
  expect(receiver.received.length).toBeLessThanOrEqual(1 + SENT_MAX);
});
