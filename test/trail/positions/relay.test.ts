import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHECKPOINT_EVENTS_MAX } from '../../../src/trail/checkpoint/waiting-events.ts';
import { relayAll, relayBatch } from '../../../src/trail/positions/relay.ts';
import { deriveKeys } from '../../../src/engine/crypto/keys.ts';
import { givePositions } from '../../../src/trail/positions/give-positions.ts';
import { FEED_BATCH_MAX } from '../../../src/trail/positions/unfed-events.ts';
import { type NewEvent, recordEvents } from '../../../src/trail/record/record.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { createFeedHooks, type FedInTransaction } from '../../../src/trail/positions/feed-hooks.ts';
import {
  allowEverything,
  checkpointAll,
  createCustomers,
  verify,
} from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { needsPostgres } from '../../support/needs.ts';

let now: Date;
let fixture: TestGateway;
let partner: TestPartner;
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  fixture = await openTestGateway({}, () => now);
  partner = await fixture.partner();
});
afterEach(() => fixture.close());

const db = () => fixture.gateway.database.reads;
const positions = () =>
  db()
    .selectFrom('feed')
    .innerJoin('event', 'event.number', 'feed.event_number')
    .select(['feed.position', 'event.subject', 'event.sequence'])
    .orderBy('feed.position')
    .execute();
const feedSize = async () => (await positions()).length;
const updated = (id: string): NewEvent => ({
  type: 'partner.updated',
  subject: `partner/${id}`,
  partnerId: null,
});

/** As a command would, up to its commit, with the key of a process. */
async function record(
  events: readonly NewEvent[],
  keys = fixture.gateway.auditKeys,
  at = now,
): Promise<void> {
  const circumstances = { caller: commandLine, requestId: 'test', now: at, keys };
  await fixture.gateway.database.transaction(async (tx) => {
    for (let from = 0; from < events.length; from += 100) {
      await recordEvents(tx, events.slice(from, from + 100), circumstances);
    }
  });
}

/** Begins a transaction that does some work; its end is called later. */
const held = async (work: (tx: Kysely<Tables>) => Promise<unknown>) => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = fixture.gateway.database.transaction(async (tx) => {
    await work(tx);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  return async () => {
    end.resolve();
    await ended;
  };
};

/** A transaction that has made an event. */
const heldWith = (name: string) =>
  held(async (tx) => {
    const circumstances = { caller: commandLine, requestId: 'test', now, keys: fixture.gateway.auditKeys };
    await recordEvents(tx, [updated(name)], circumstances);
    // What only adds rows is sent with the commit, or before a read.
    await tx.selectFrom('event').select('number').execute();
  });

/** The number of the event of a partner. */
const numberOf = async (name: string) => {
  const event = await db()
    .selectFrom('event')
    .select('number')
    .where('subject', '=', `partner/${name}`)
    .executeTakeFirstOrThrow();
  return event.number;
};

/** Gives the events of a subject a MAC, by default one that the gateway did not make. */
async function forgeMark(subject: string, mac = 'f'.repeat(64)): Promise<void> {
  await allowEverything(fixture);
  await fixture.gateway.database.writes
    .updateTable('event')
    .set({ mac })
    .where('subject', '=', subject)
    .execute();
}

test('events get positions from 1 without a gap, each subject in the order of its numbers', async () => {
  await createCustomers(partner, 4);
  await relayAll(fixture.gateway);
  await createCustomers(partner, 2);
  await relayAll(fixture.gateway);
  const rows = await positions();
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 2 + 6 * 2 }, (_, at) => at + 1));
  const last = new Map<string, number>();
  for (const { subject, sequence } of rows) {
    expect(sequence).toBe((last.get(subject) ?? 0) + 1);
    last.set(subject, sequence);
  }
});

test('an event whose transaction began earlier stands behind the event that it waited for', async () => {
  await record([updated('par_a')]);
  await record([updated('par_a')], fixture.gateway.auditKeys, new Date(now.getTime() - 3_600_000));
  const [first, second] = await db()
    .selectFrom('event')
    .select('id')
    .where('subject', '=', 'partner/par_a')
    .orderBy('sequence')
    .execute();
  expect((first?.id ?? '') > (second?.id ?? '')).toBe(true);
  await relayAll(fixture.gateway);
  const own = (await positions()).filter(({ subject }) => subject === 'partner/par_a');
  expect(own.map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test('a batch has a bounded size, and the next one goes on', async () => {
  await relayAll(fixture.gateway);
  const before = await feedSize();
  await record(Array.from({ length: FEED_BATCH_MAX + 3 }, (_, at) => updated(`par_${at}`)));
  expect(await relayBatch(fixture.gateway)).toMatchObject({ fed: FEED_BATCH_MAX, left: 'more' });
  expect(await relayBatch(fixture.gateway)).toMatchObject({ fed: 3, left: 'unknown' });
  expect(await relayBatch(fixture.gateway)).toMatchObject({ fed: 0, left: 'nothing' });
  expect(await feedSize()).toBe(before + FEED_BATCH_MAX + 3);
});

test('an event that the gateway did not write never gets a position, and delays no other', async () => {
  await record([updated('par_forged'), updated('par_b')]);
  await forgeMark('partner/par_forged');
  expect(await relayAll(fixture.gateway)).toHaveLength(1);
  await record([updated('par_c')]);
  await checkpointAll(fixture);
  const subjects = (await positions()).map(({ subject }) => subject);
  expect(subjects).toContain('partner/par_b');
  expect(subjects).toContain('partner/par_c');
  expect(subjects).not.toContain('partner/par_forged');
});

test('an event with the MAC of another one, which was just made too, gets no position', async () => {
  await relayAll(fixture.gateway);
  await record([updated('par_a'), updated('par_b')]);
  const first = await db()
    .selectFrom('event')
    .select('mac')
    .where('subject', '=', 'partner/par_a')
    .executeTakeFirstOrThrow();
  await forgeMark('partner/par_b', first.mac);
  expect(await relayAll(fixture.gateway)).toHaveLength(1);
  const subjects = (await positions()).map(({ subject }) => subject);
  expect(subjects).toContain('partner/par_a');
  expect(subjects).not.toContain('partner/par_b');
});

test('an event that is changed before it gets a position is sent as it was made, and verify finds the change', async () => {
  await relayAll(fixture.gateway);
  await record([updated('par_a'), updated('par_b')]);
  await allowEverything(fixture);
  const { database, auditKeys } = fixture.gateway;
  await database.writes
    .updateTable('event')
    .set({ actor: 'key/stranger' })
    .where('subject', '=', 'partner/par_a')
    .execute();
  const { fed } = await database.transaction((tx) => givePositions(tx, auditKeys, now));
  expect(fed.map(({ event: { subject, actor } }) => [subject, actor])).toEqual([
    ['partner/par_a', commandLine.actor],
    ['partner/par_b', commandLine.actor],
  ]);
  await checkpointAll(fixture);
  const { findings } = await verify(fixture);
  expect(findings.map(({ fault, subject }) => [fault, subject])).toEqual([
    ['event_inserted', 'partner/par_a'],
  ]);
});

test('what the relay has looked at is not looked at again, except for what may still commit', async () => {
  await record([updated('par_a'), updated('par_forged'), updated('par_b')]);
  await forgeMark('partner/par_forged');
  await relayAll(fixture.gateway);
  // A transaction may have taken a number before the last relay, so PostgreSQL shows only at the next ones that none has.
  for (const name of ['par_c', 'par_d', 'par_e', 'par_f']) {
    await record([updated(name)]);
    await relayAll(fixture.gateway);
  }
  const { settled } = await db().selectFrom('feed_mark').select('settled').executeTakeFirstOrThrow();
  expect(settled).toBeGreaterThanOrEqual(await numberOf('par_c'));
  expect(settled).toBeLessThanOrEqual(await numberOf('par_f'));
  expect(await db().selectFrom('held_event').selectAll().execute()).toEqual([
    { event_number: await numberOf('par_forged'), refused: 1 },
  ]);
});

test(
  'an event gets its position although hundreds with later numbers have theirs',
  needsPostgres(),
  async () => {
    await relayAll(fixture.gateway);
    const commitLate = await heldWith('par_late');
    for (let round = 0; round < 6; round += 1) {
      await record(Array.from({ length: 300 }, (_, at) => updated(`par_${round}_${at}`)));
      await relayAll(fixture.gateway);
    }
    const before = await feedSize();
    await commitLate();
    await relayAll(fixture.gateway);
    const subjects = (await positions()).slice(before).map(({ subject }) => subject);
    expect(subjects).toEqual(['partner/par_late']);
  },
);

test(
  'the relay does not look again at what transactions made that have ended, although others always run',
  needsPostgres(),
  async () => {
    await relayAll(fixture.gateway);
    let commit = await heldWith('par_running');
    for (const name of ['par_a', 'par_b', 'par_c', 'par_d']) {
      await record([updated(name)]);
      await relayAll(fixture.gateway);
      const commitNext = await heldWith(`${name}_running`);
      await commit();
      commit = commitNext;
    }
    await commit();
    const { settled } = await db().selectFrom('feed_mark').select('settled').executeTakeFirstOrThrow();
    expect(settled).toBeGreaterThanOrEqual(await numberOf('par_a'));
    expect(settled).toBeLessThan(await numberOf('par_d_running'));
  },
);

test(
  'the relay does not look again at what transactions made that have ended, although others run for several relays',
  needsPostgres(),
  async () => {
    await relayAll(fixture.gateway);
    const running = [await heldWith('par_running_1'), await heldWith('par_running_2')];
    for (const name of ['par_a', 'par_b', 'par_c', 'par_d', 'par_e', 'par_f']) {
      await record([updated(name)]);
      await relayAll(fixture.gateway);
      running.push(await heldWith(`${name}_running`));
      await running.shift()?.();
    }
    for (const commit of running) await commit();
    const { settled } = await db().selectFrom('feed_mark').select('settled').executeTakeFirstOrThrow();
    expect(settled).toBeGreaterThanOrEqual(await numberOf('par_b'));
  },
);

test(
  'an event gets its position although its transaction goes on after those that began before it',
  needsPostgres(),
  async () => {
    const relayAfter = async (name: string) => {
      await record([updated(name)]);
      await relayAll(fixture.gateway);
    };
    await relayAfter('par_a');
    const commitFirst = await heldWith('par_first');
    await relayAfter('par_b');
    const commitLate = await heldWith('par_late');
    await relayAfter('par_c');
    await commitFirst();
    for (const name of ['par_d', 'par_e', 'par_f']) await relayAfter(name);
    const before = await feedSize();
    await commitLate();
    await relayAll(fixture.gateway);
    expect((await positions()).slice(before).map(({ subject }) => subject)).toEqual(['partner/par_late']);
  },
);

test('an event that commits while the relay works gets its position next', needsPostgres(), async () => {
  await relayAll(fixture.gateway);
  const before = await feedSize();
  await record([updated('par_a')]);
  const commitLate = await heldWith('par_late');
  await record([updated('par_b')]);
  const releaseFeed = await held((tx) => sql`lock table feed in share mode`.execute(tx));
  const relayed = relayAll(fixture.gateway);
  const waiters = async () => {
    // Other tests use the same server.
    const waiting = await sql`
      select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where not granted and datname = current_database() and relation = 'feed'::regclass`.execute(db());
    return waiting.rows;
  };
  await expect.poll(waiters).toHaveLength(1);
  await commitLate();
  await releaseFeed();
  await relayed;
  await relayAll(fixture.gateway);
  const subjects = (await positions()).slice(before).map(({ subject }) => subject);
  expect(subjects).toEqual(['partner/par_a', 'partner/par_b', 'partner/par_late']);
});

test('a relay opens no transaction if no event waits, and a forged one does not wait', async () => {
  const { gateway } = fixture;
  let opened = 0;
  const counted: typeof gateway.database.transaction = (work, owner) => {
    opened += 1;
    return gateway.database.transaction(work, owner);
  };
  const relaying = { ...gateway, database: { ...gateway.database, transaction: counted } };
  await relayAll(gateway);
  expect((await relayBatch(relaying)).left).toBe('nothing');
  expect(opened).toBe(0);

  await record([updated('forged')]);
  await forgeMark('partner/forged');
  expect(await relayAll(relaying)).toHaveLength(1);
  expect(opened).toBeGreaterThan(0);
  opened = 0;
  expect(await relayBatch(relaying)).toEqual({ fed: 0, refused: [], left: 'nothing' });
  expect(opened).toBe(0);
});

test('listeners hear of events that got a position, and nothing if none did', async () => {
  await relayAll(fixture.gateway);
  const heard: (readonly string[])[] = [];
  fixture.gateway.feed.listen((events) => heard.push(events.map(({ event }) => event.subject)));
  await record([updated('par_forged')]);
  await forgeMark('partner/par_forged');
  expect(await relayAll(fixture.gateway)).toHaveLength(1);
  expect(heard).toEqual([]);
  await record([updated('par_a')]);
  await relayAll(fixture.gateway);
  expect(heard).toEqual([['partner/par_a']]);
});

test('an event without a MAC gets no position, and an event gets no second one', async () => {
  await record([updated('par_b')]);
  await relayAll(fixture.gateway);
  const before = await positions();
  await record([updated('par_c')]);
  await forgeMark('partner/par_c', '');
  // As if nothing had been looked at yet.
  await fixture.gateway.database.writes.updateTable('feed_mark').set({ settled: 0 }).execute();
  await relayAll(fixture.gateway);
  expect(await positions()).toEqual(before);
});

test('the relay waits for an event whose key only another process has, for a minute', async () => {
  await relayAll(fixture.gateway);
  const before = await feedSize();
  const [own] = fixture.gateway.auditKeys;
  const [stranger] = deriveKeys([Buffer.alloc(32, 7)], 'audit');
  await record([updated('par_a')]);
  await record([updated('par_other')], [stranger]);
  await record([updated('par_b')]);
  await relayAll(fixture.gateway);
  expect(await feedSize()).toBe(before + 1);
  const made = now.getTime();
  now = new Date(made + 59_000);
  await relayAll(fixture.gateway);
  expect(await feedSize()).toBe(before + 1);
  now = new Date(made + 60_000);
  await relayAll(fixture.gateway);
  expect(await feedSize()).toBe(before + 2);
  const heldNow = () => db().selectFrom('held_event').selectAll().execute();
  expect(await heldNow()).toEqual([{ event_number: await numberOf('par_other'), refused: 0 }]);
  await relayAll({ ...fixture.gateway, auditKeys: [own, stranger] });
  expect(await heldNow()).toEqual([]);
  const subjects = (await positions()).slice(before).map(({ subject }) => subject);
  expect(subjects).toEqual(['partner/par_a', 'partner/par_b', 'partner/par_other']);
});

test('an event with a time in the future delays the feed by at most a minute', async () => {
  const [stranger] = deriveKeys([Buffer.alloc(32, 7)], 'audit');
  await record([updated('par_other')], [stranger], new Date('2099-01-01T00:00:00Z'));
  await record([updated('par_b')]);
  await relayAll(fixture.gateway);
  expect((await positions()).map(({ subject }) => subject)).toContain('partner/par_b');
});

test('work in the transaction of the relay commits with the positions, or not at all', async () => {
  await relayAll(fixture.gateway);
  const before = await feedSize();
  await record([updated('par_a'), updated('par_b')]);
  const notified: number[] = [];
  const fails: FedInTransaction = async () => {
    throw new Error('no');
  };
  const broken = createFeedHooks([fails]);
  broken.listen(({ length }) => void notified.push(length));
  await expect(relayAll({ ...fixture.gateway, feed: broken })).rejects.toThrow('no');
  expect([await feedSize(), notified]).toEqual([before, []]);

  const seen: string[] = [];
  let calls = 0;
  const inTransaction: FedInTransaction = async (events, tx) => {
    calls += 1;
    const { length } = await tx.selectFrom('feed').select('position').execute();
    seen.push(...events.map(({ position, event }) => `${position} ${event.subject} of ${length}`));
  };
  const whole = createFeedHooks([inTransaction]);
  whole.listen(({ length }) => void notified.push(length));
  await relayAll({ ...fixture.gateway, feed: whole });
  const of = `of ${before + 2}`;
  expect(seen).toEqual([`${before + 1} partner/par_a ${of}`, `${before + 2} partner/par_b ${of}`]);
  expect(notified).toEqual([2]);

  await record([updated('par_forged')]);
  await forgeMark('partner/par_forged');
  await relayAll({ ...fixture.gateway, feed: whole });
  await record([updated('par_c')]);
  await relayAll({ ...fixture.gateway, feed: whole });
  expect(seen.slice(2)).toEqual([`${before + 3} partner/par_c of ${before + 3}`]);
  expect([notified, calls]).toEqual([[2, 1], 2]);
});

test('a relay takes all events that wait, in several batches', async () => {
  await relayAll(fixture.gateway);
  const before = await feedSize();
  await record(Array.from({ length: FEED_BATCH_MAX + 1 }, (_, at) => updated(`par_${at}`)));
  await relayAll(fixture.gateway);
  expect(await feedSize()).toBe(before + FEED_BATCH_MAX + 1);
});

test('a relay leaves the events to another one that runs', needsPostgres(), async () => {
  await relayAll(fixture.gateway);
  const before = await feedSize();
  await record([updated('par_a')]);
  const { database } = fixture.gateway;
  const endOther = await held((tx) => database.takeName(tx, 'feed/relay'));
  expect(await relayBatch(fixture.gateway)).toEqual({ fed: 0, refused: [], left: 'busy' });
  expect(await feedSize()).toBe(before);
  await endOther();
  expect(await relayBatch(fixture.gateway)).toEqual({ fed: 1, refused: [], left: 'unknown' });
});

test('positions cannot be changed, removed or given twice', async () => {
  await relayAll(fixture.gateway);
  const { writes } = fixture.gateway.database;
  const only = /append-only/;
  await expect(writes.updateTable('feed').set({ position: 99 }).execute()).rejects.toThrow(only);
  await expect(writes.deleteFrom('feed').execute()).rejects.toThrow(only);
  const [row] = await db().selectFrom('feed').selectAll().execute();
  if (row === undefined) throw new Error('There is no event.');
  await expect(
    writes
      .insertInto('feed')
      .values({ ...row, position: 99 })
      .execute(),
  ).rejects.toThrow(/unique|duplicate/i);
});

test('checkpoints hold events in the order of their positions', async () => {
  const many = Array.from({ length: CHECKPOINT_EVENTS_MAX }, (_, at) => updated(`par_${at}`));
  await record(many);
  // Committed last, with the oldest id.
  await record([updated('par_late')], fixture.gateway.auditKeys, new Date(now.getTime() - 3_600_000));
  await checkpointAll(fixture);
  const [, second] = await db().selectFrom('checkpoint').selectAll().orderBy('number').execute();
  expect(second).toMatchObject({ events: 3, last_position: CHECKPOINT_EVENTS_MAX + 3 });
  expect((await positions()).at(-1)?.subject).toBe('partner/par_late');
});
