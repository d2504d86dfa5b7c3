import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { timestamp } from '../../../../src/kernel/clock.ts';
import type { Tables } from '../../../../src/engine/sql/tables.ts';
import { afterCommitOf } from '../../../../src/pipeline/execute.ts';
import {
  type Attempt,
  noteWebhookAttempts,
} from '../../../../src/nouns/webhook/delivery/note-attempts.operations.ts';
import { releaseNext } from '../../../../src/nouns/webhook/delivery/order.ts';
import { customerBody } from '../../../support/gateway.ts';
import { fixture, openForEachTest, receiver } from '../each-test.ts';
import { countWaiters, whileHeld } from '../held-table.ts';
import type { Endpoint } from '../webhook-fixture.ts';
import { needsPostgres } from '../../../support/needs.ts';

openForEachTest();

let endpoint: Endpoint;
beforeEach(async () => {
  const types = ['customer.created', 'customer.updated'];
  endpoint = await fixture.subscribe(receiver.url, { event_types: types, ordering: 'subject' });
});

const change = (customer: string, company_name = 'Another') =>
  fixture.partner.rest('PUT', `/v1/customers/${customer}`, customerBody({ company_name }));

interface Placed {
  readonly event_type: string;
  readonly cursor_before: string;
  readonly cursor: string;
}

const cursors = async (): Promise<readonly Placed[]> =>
  (await fixture.partner.rest('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`)).json.items;

const sequences = () => receiver.bodies().map(({ sequence }) => sequence);

/** Ends the delivery that is under way as another process does, in a transaction that is not committed yet. */
const end = (db: Kysely<Tables>) =>
  db
    .updateTable('webhook_delivery')
    .set({ status: 'succeeded', due_at: null, completed_at: timestamp(fixture.now()) })
    .where('due_at', 'is not', null)
    .execute();

/** How many statements wait for a lock of this kind. */
const waitsFor = (kind: 'transactionid' | 'relation') => async () => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event = ${kind}`.execute(
    fixture.gateway.database.reads,
  );
  return rows.length;
};

// SQLite has one writer at a time.
describe('while a delivery ends', needsPostgres(), () => {
  test('an earlier one of its subject that is sent again waits for no upkeep', async () => {
    const customer = await fixture.happen();
    await fixture.deliver();
    const [first] = await fixture.deliveries(endpoint);
    await change(customer);
    await fixture.relay();
    await fixture.gateway.database.transaction(async (db) => {
      await end(db);
      const path = `/v1/webhook-deliveries/${first?.webhook_delivery_id}/retry`;
      expect(await fixture.partner.rest('POST', path)).toMatchObject({ status: 200 });
    });
    await fixture.deliver();
    expect(sequences()).toEqual([1, 1]);
  });

  test('an earlier one of its subject that is replayed waits for no upkeep', async () => {
    const customer = await fixture.happen();
    await fixture.deliver();
    const [first] = await cursors();
    await change(customer);
    await fixture.relay();
    await fixture.gateway.database.transaction(async (db) => {
      await end(db);
      const body = { after: first?.cursor_before, until: first?.cursor, only: 'all' };
      await fixture.partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/replay`, body);
      await fixture.upkeep();
    });
    await fixture.deliver();
    expect(sequences()).toEqual([1, 1]);
  });

  test('one that is added as two of its subject end waits for no upkeep', async () => {
    const { database } = fixture.gateway;
    const customer = await fixture.happen();
    await change(customer);
    await fixture.relay();
    await change(customer, 'Yet another');
    let adding: Promise<unknown> = Promise.resolve();
    const endFirst = () =>
      database.transaction(async (db) => {
        await end(db);
        await releaseNext(
          db,
          { endpoint_id: endpoint.id, order_key: `customer/${customer}`, event_id: '' },
          timestamp(fixture.now()),
        );
        adding = fixture.relay();
        await expect.poll(waitsFor('transactionid')).toBe(1);
      });
    await whileHeld(fixture, 'counter', {
      work: () => endFirst().then(() => adding),
      waiters: 1,
      async meanwhile() {
        await expect.poll(waitsFor('relation')).toBe(1);
        expect((await end(database.writes)).length).toBe(1);
      },
    });
    await fixture.deliver();
    expect(sequences()).toEqual([3]);
  });

  test('others of its subjects get their positions without a deadlock', async () => {
    const { customer, other, attempts } = await twoUnderWay();
    await change(customer, 'Yet another');
    await change(other);
    await noteWhile(attempts, fixture.relay);
    await expect.poll(sentOf(customer, other)).toEqual([[2, 3], [2]]);
  });

  test('others of its subject are replayed without a deadlock', async () => {
    const { customer, other, attempts } = await twoUnderWay();
    const waiting = (await cursors()).find(({ event_type }) => event_type === 'customer.updated');
    const body = { after: waiting?.cursor_before, only: 'all' };
    await fixture.partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/replay`, body);
    await noteWhile(attempts, fixture.upkeep);
    await expect.poll(sentOf(customer, other)).toEqual([[2], [1]]);
  });

  test.each([
    [0, 1],
    [1, 0],
  ])('the next ones of subjects %i and %i are released by a replay without a deadlock', async (...order) => {
    const { gateway } = fixture;
    const { waiting, attempts } = await twoThatAreReplayed();
    const [attempt, other] = order.map((at) => attempts[at]);
    const held = waiting[order[0]];
    if (attempt === undefined || other === undefined || held === undefined) throw new Error('There are two.');
    let isReplayed = false;
    const working: Promise<unknown>[] = [];
    await gateway.database.transaction(async (db) => {
      await db.selectFrom('webhook_delivery').select('id').where('id', '=', held).forUpdate().execute();
      const { perform } = afterCommitOf(gateway);
      working.push(perform(noteWebhookAttempts, {}, { attempts: [attempt, other] }));
      const countNow = () => countWaiters(gateway.database.reads);
      await expect.poll(countNow).toBe(1);
      working.push(fixture.upkeep().then(() => (isReplayed = true)));
      await expect.poll(async () => isReplayed || (await countNow()) === 2).toBe(true);
    });
    await Promise.all(working);
    expect(gateway.database.usage().retries).toBe(0);
    for (let turn = 0; turn < 2; turn += 1) await fixture.deliver();
    expect(sequences().toSorted()).toEqual([2, 2, 3, 3]);
  });
});

/** Two customers whose creations are being sent, and a change of the first one that waits. */
async function twoUnderWay() {
  const customer = await fixture.happen();
  await change(customer);
  await fixture.relay();
  // So that the order of the ids is known.
  fixture.passSeconds(1);
  const other = await fixture.happen();
  await fixture.relay();
  const lease = 'of this process';
  const due = await fixture.gateway.database.writes
    .updateTable('webhook_delivery')
    .set({ lease })
    .where('due_at', 'is not', null)
    .returning('id')
    .execute();
  expect(due).toHaveLength(2);
  return { customer, other, attempts: due.map(({ id }) => ({ delivery_id: id, lease, ...SUCCESS })) };
}

/**
 * Two customers whose creations are being sent again, and then a change; a later change was received and is to be
 * replayed.
 */
async function twoThatAreReplayed() {
  const customers = [await fixture.happen(), await fixture.happen()];
  for (const customer of customers) await change(customer);
  await fixture.relay();
  const { json } = await fixture.partner.rest('GET', '/v1/events?after=latest');
  for (const customer of customers) await change(customer, 'Yet another');
  await fixture.relay();
  const deliveries = await fixture.gateway.database.reads
    .selectFrom('webhook_delivery')
    .select('id')
    .orderBy('position')
    .execute();
  const ids = deliveries.map(({ id }) => id);
  const { writes } = fixture.gateway.database;
  const lease = 'of this process';
  await writes.updateTable('webhook_delivery').set({ lease }).where('id', 'in', ids.slice(0, 2)).execute();
  const ended = { status: 'succeeded', due_at: null, completed_at: timestamp(fixture.now()) };
  await writes.updateTable('webhook_delivery').set(ended).where('id', 'in', ids.slice(4)).execute();
  const body = { after: json.next_cursor, only: 'all' };
  await fixture.partner.rest('POST', `/v1/webhook-endpoints/${endpoint.id}/replay`, body);
  const attempts = ids.slice(0, 2).map((id) => ({ delivery_id: id, lease, ...SUCCESS }));
  return { waiting: ids.slice(2, 4), attempts };
}

const SUCCESS = {
  outcome: 'ok',
  http_status: 200,
  duration_ms: 1,
  excerpt: '',
  retry_after_seconds: null,
} as const;

/** Stores attempts, and does `work` when their deliveries are locked. Expects that no transaction was repeated. */
async function noteWhile(attempts: readonly Attempt[], work: () => Promise<unknown>): Promise<void> {
  const { gateway } = fixture;
  let working: Promise<unknown> = Promise.resolve();
  await whileHeld(fixture, 'webhook_attempt', {
    work: () => afterCommitOf(gateway).perform(noteWebhookAttempts, {}, { attempts: [...attempts] }),
    waiters: 1,
    async meanwhile(countNow) {
      working = work();
      await expect.poll(countNow).toBe(2);
    },
  });
  await working;
  expect(gateway.database.usage().retries).toBe(0);
}

/** Sends what is due, and answers which events of each customer have come. */
const sentOf =
  (...customers: readonly string[]) =>
  async () => {
    await fixture.deliver();
    return customers.map((id) =>
      receiver.bodies().flatMap(({ subject, sequence }) => (subject === `customer/${id}` ? [sequence] : [])),
    );
  };
