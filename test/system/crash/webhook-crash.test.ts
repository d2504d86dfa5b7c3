// Processes, since they are killed.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataFolder, startGateway } from '../../support/gateway-process.ts';
import { customerBody } from '../../support/gateway.ts';
import { openReceiver, type Receiver, verify } from '../../nouns/webhook/sending/receiver.ts';

const WAIT = { timeout: 120_000, interval: 20 };
const ALLOWED = { WEBHOOK_ALLOW: '127.0.0.1' };

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

/** Lets a minute pass: the leases of a process that died are over. */
function endLeases(folder: string): void {
  const database = new Database(join(folder, 'gateway.db'));
  database.exec("update webhook_delivery set due_at = '2026-01-01T00:00:00Z' where lease is not null");
  database.close();
}

test('a process that dies between sending and noting, or before it sends, loses no webhook', async () => {
  using folder = dataFolder();
  const first = await startGateway(folder.path, ALLOWED);
  const made = await first.rest('POST', '/v1/webhook-endpoints', {
    body: { url: receiver.url, event_types: ['customer.created'] },
  });
  expect(made.status).toBe(200);
  // The receiver has the request and does not respond: the process dies before it can note anything.
  receiver.answer(() => {});
  await first.rest('POST', '/v1/customers', { body: customerBody() });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT);
  await first.kill();
  endLeases(folder.path);

  const second = await startGateway(folder.path, ALLOWED);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT);
  expect(new Set(receiver.ids()).size).toBe(1);
  for (const request of receiver.received) verify(request, made.json.secret);

  // The commit is acknowledged, and the process dies at once.
  const { json } = await second.rest('POST', '/v1/customers', { body: customerBody() });
  await second.kill();
  endLeases(folder.path);
  await using third = await startGateway(folder.path, ALLOWED);
  const ofSecond = () =>
    receiver.bodies().filter(({ subject }) => subject === `customer/${json.customer_id}`);
  await vi.waitFor(() => expect(ofSecond().length).toBeGreaterThan(0), WAIT);
  expect(ofSecond().length).toBeLessThan(3);
  expect(new Set(ofSecond().map(({ event_id }) => event_id)).size).toBe(1);

  // What is on its way when the process is told to stop is finished and noted.
  let answer: (() => void) | undefined;
  receiver.answer((response) => (answer = () => response.writeHead(200).end()));
  const before = receiver.received.length;
  await third.rest('POST', '/v1/customers', { body: customerBody() });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(before + 1), WAIT);
  const stopped = third.stop();
  setTimeout(() => answer?.(), 100);
  expect(await stopped).toBe(0);
  const database = new Database(join(folder.path, 'gateway.db'), { readonly: true });
  expect(
    database.prepare("select count(*) from webhook_delivery where status <> 'succeeded'").pluck().get(),
  ).toBe(0);
  database.close();
});
