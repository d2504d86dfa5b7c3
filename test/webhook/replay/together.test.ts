import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cursorAfter } from '../../../src/event/feed/feed-cursor.ts';
import { onPostgres } from '../../support/postgres/databases.ts';
import { openReceiver, type Receiver } from '../sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../webhook-fixture.ts';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeEach(async () => {
  fixture = await openWebhooks();
  receiver = await openReceiver();
});
afterEach(async () => {
  await receiver.close();
  await fixture.close();
});

const EVENTS = 3;

/** Does work while no other transaction can write to the table, until `count` transactions wait for it. */
async function whileHeld(table: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const { database } = fixture.gateway;
  let working: Promise<unknown> = Promise.resolve();
  await database.transaction(async (db) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(db);
    working = work();
    const waiters = () =>
      sql`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where not granted and datname = current_database()`.execute(db);
    await expect.poll(async () => (await waiters()).rows).toHaveLength(count);
  });
  await working;
}

test.runIf(onPostgres())('two replays of the same events at once count each delivery once', async () => {
  for (let made = 0; made < EVENTS; made += 1) await fixture.happen();
  await fixture.relay();
  const { id } = await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  const path = `/v1/webhook-endpoints/${id}`;
  const replay = { after: cursorAfter(0), only: 'all' };
  for (const _ of ['one', 'another'])
    expect(await fixture.partner.rest('POST', `${path}/replay`, replay)).toMatchObject({ status: 200 });
  await whileHeld('webhook_delivery', 2, () => Promise.all([fixture.upkeep(), fixture.upkeep()]));
  const { json } = await fixture.partner.rest('GET', `${path}/deliveries`);
  expect(json.items).toHaveLength(EVENTS);
  expect(json.count).toBe(EVENTS);
});
