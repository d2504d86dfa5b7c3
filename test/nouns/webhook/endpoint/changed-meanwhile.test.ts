import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openReceiver, verify } from '../sending/receiver.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import type { Endpoint } from '../webhook-fixture.ts';

openForEachTest();

const CREATED = { event_types: ['customer.created'] };

/** An endpoint whose receiver has got one of three claimed deliveries, the others waiting for its answer. */
async function waitingEndpoint(): Promise<{ endpoint: Endpoint; path: string; answer: () => void }> {
  const endpoint = await fixture.subscribe(receiver.url, CREATED);
  for (let count = 0; count < 3; count += 1) await fixture.happen();
  await fixture.relay();
  const held: ServerResponse[] = [];
  receiver.answer((response) => void held.push(response));
  await fixture.worker.claim();
  await expect.poll(() => held.length).toBe(1);
  const answer = () => {
    for (const response of held) response.writeHead(200).end();
  };
  return { endpoint, path: `/v1/webhook-endpoints/${endpoint.id}`, answer };
}

const change = (path: string, changed: Readonly<Record<string, unknown>>) =>
  fixture.partner.rest('PUT', path, { url: receiver.url, ...CREATED, ...changed });

test.each([
  ['disabled', (path: string) => change(path, { status: 'disabled' })],
  ['deleted', (path: string) => fixture.partner.rest('DELETE', path)],
] as const)('an endpoint that is %s gets nothing more of what was claimed for it', async (_, end) => {
  const { path, answer } = await waitingEndpoint();
  expect((await end(path)).status).toBe(200);
  await fixture.worker.claim();
  answer();
  await fixture.worker.settled();
  await fixture.upkeep();
  await fixture.deliver();
  expect(receiver.received).toHaveLength(1);
});

test('the deliveries that were claimed for an endpoint that is disabled are canceled', async () => {
  const { endpoint, path, answer } = await waitingEndpoint();
  await change(path, { status: 'disabled' });
  await fixture.worker.claim();
  answer();
  await fixture.worker.settled();
  await fixture.upkeep();
  const statuses = (await fixture.deliveries(endpoint)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(['canceled', 'canceled', 'succeeded']);
});

test('a claimed delivery is sent to the new URL of an endpoint, with its new secret', async () => {
  const { path, answer } = await waitingEndpoint();
  const other = await openReceiver();
  await change(path, { url: other.url });
  const { json } = await fixture.partner.rest('POST', `${path}/rotate-secret`, { overlap_hours: 0 });
  await fixture.worker.claim();
  answer();
  await fixture.worker.settled();
  expect(receiver.received).toHaveLength(1);
  expect(other.received).toHaveLength(2);
  for (const request of other.received) verify(request, json.secret);
  await other.close();
});
