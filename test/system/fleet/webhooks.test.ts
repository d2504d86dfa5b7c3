// Processes, since several share the deliveries and one of them is killed.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/server.ts';
import { openReceiver, type Receiver, verify } from '../../nouns/webhook/sending/receiver.ts';
import { type Fleet, openFleet } from './fleet.ts';

/** The long form is WEBHOOK_TEST_EVENTS=2000. */
const EVENTS = Number(process.env['WEBHOOK_TEST_EVENTS'] ?? 300);
/** Events of one subject: its creation and some changes. */
const EVENTS_OF_SUBJECT = 5;
const CLIENTS = 6;
const WAIT = { timeout: 120_000 + 60 * EVENTS, interval: 100 };

let server: PostgresServer;
let fleet: Fleet;
const receivers: Receiver[] = [];
beforeAll(async () => {
  server = await startPostgres();
  fleet = await openFleet(3, { DATABASE_URL: await server.create('webhooks'), WEBHOOK_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  for (const receiver of receivers) await receiver.close();
});

async function subscribe(ordering: 'none' | 'subject') {
  const receiver = await openReceiver();
  receivers.push(receiver);
  // A receiver takes some milliseconds, so that requests overlap.
  receiver.answerAlways((response) => void setTimeout(3).then(() => response.writeHead(200).end()));
  const body = { url: receiver.url, event_types: ['customer.created', 'customer.updated'], ordering };
  const { json } = await fleet.at(0).rest('POST', '/v1/webhook-endpoints', { body });
  return { receiver, secret: String(json.secret) };
}

/** One customer, created and changed by requests to any of the processes that still run. */
async function liveOf(turn: number, processes: number): Promise<void> {
  const { json } = await fleet.at(turn % processes).rest('POST', '/v1/customers', { body: customerBody() });
  for (let change = 1; change < EVENTS_OF_SUBJECT; change += 1) {
    const body = customerBody({ company_name: `Name ${change}` });
    const path = `/v1/customers/${json.customer_id}`;
    const answer = await fleet.at((turn + change) % processes).rest('PUT', path, { body });
    expect(answer.status).toBe(200);
  }
}

async function eventIds(): Promise<readonly string[]> {
  const rows = await fleet.inside.database.reads
    .selectFrom('event')
    .select('id')
    .where('type', 'in', ['customer.created', 'customer.updated'])
    .execute();
  return rows.map(({ id }) => id).toSorted();
}

test(`${EVENTS} events, three processes, one of them killed: each endpoint gets each event, in the order of its subject`, async () => {
  const [free, ordered] = [await subscribe('none'), await subscribe('subject')];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < EVENTS / EVENTS_OF_SUBJECT) {
      next += 1;
      // The last process gets no request, so that none is broken off when it is killed; it sends all the same.
      await liveOf(next, 2);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await vi.waitFor(() => expect(free.receiver.received.length).toBeGreaterThan(EVENTS / 4), WAIT);
  await fleet.at(2).kill();
  await Promise.all(clients);
  // What the dead process had claimed is due when its lease is over; here at once.
  // Rows that are locked belong to a process that lives. To wait for them could be a deadlock: it locks them in another order.
  const { writes } = fleet.inside.database;
  const orphans = await writes
    .updateTable('webhook_delivery')
    .set({ due_at: '2026-01-01T00:00:00Z' })
    .where('id', 'in', (claimed) =>
      claimed
        .selectFrom('webhook_delivery')
        .select('id')
        .where('lease', 'is not', null)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  const known = await eventIds();
  expect(known).toHaveLength(EVENTS);
  for (const { receiver } of [free, ordered])
    await vi.waitFor(() => expect([...new Set(receiver.ids())].toSorted()).toEqual(known), WAIT);

  for (const { receiver, secret } of [free, ordered]) {
    for (const request of receiver.received) verify(request, secret);
    expect(receiver.received.length - EVENTS).toBeLessThanOrEqual(Number(orphans.numUpdatedRows));
  }
  const arrived = Map.groupBy(ordered.receiver.bodies(), ({ subject }) => subject);
  for (const events of arrived.values()) {
    const sequences = [...new Set(events.map(({ sequence }) => sequence))];
    expect(sequences).toEqual([1, 2, 3, 4, 5]);
  }
});
