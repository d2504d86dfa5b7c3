import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkpointEvents } from '../../../src/trail/checkpoint/checkpoint-events.ts';
import { CHECKPOINT_EVENTS_MAX } from '../../../src/trail/checkpoint/waiting-events.ts';
import { relayAll } from '../../../src/trail/positions/relay.ts';
import { type NewEvent, recordEvents } from '../../../src/trail/record/record.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { deriveKeys } from '../../../src/engine/crypto/keys.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import {
  allowEverything,
  createCustomers,
  type Db,
  checkpointAll,
  verify,
} from '../../support/fixtures/audit-fixture.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeEach(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterEach(() => fixture.close());

const database = () => fixture.gateway.database;
const countEvents = async () => (await database().reads.selectFrom('event').select('id').execute()).length;
/** How many events are under a checkpoint. */
const countCheckpointed = async () => {
  const rows = await database().reads.selectFrom('checkpoint').select('events').execute();
  return rows.reduce((sum, { events }) => sum + events, 0);
};
/** It makes no row, so that a missing row is no finding. */
const happening: NewEvent = { type: 'partner.updated', subject: 'partner/par_late', partnerId: null };

/** Records an event in an open transaction. */
async function record(db: Db, now: Date): Promise<void> {
  const keys = fixture.gateway.auditKeys;
  await recordEvents(db, [happening], { caller: commandLine, requestId: 'late', now, keys });
}

test('every event is under one checkpoint, while 32 clients write and two processes make checkpoints', async () => {
  const written = new AbortController();
  const checkpointer = async () => {
    for (; !written.signal.aborted; await setImmediate()) await checkpointEvents(fixture.gateway);
  };
  const checkpointers = [checkpointer(), checkpointer()];
  const write = () => Promise.all(Array.from({ length: 32 }, () => createCustomers(partner, 2)));
  await write();
  // Those that make checkpoints may come to nothing while others write: on a busy machine all events would be under one.
  await expect.poll(countCheckpointed).toBeGreaterThan(0);
  await write();
  written.abort();
  await Promise.all(checkpointers);
  await checkpointAll(fixture);
  expect(await countEvents()).toBe(2 + 32 * 4 * 2);
  expect(await countCheckpointed()).toBe(await countEvents());
  const report = await verify(fixture);
  expect(report).toMatchObject({ intact: true, waiting_events: 0, checkpointed_events: 258 });
  expect(report.checkpoints).toBeGreaterThan(1);
});

test('without a new event no checkpoint is made', async () => {
  expect(await checkpointAll(fixture)).toBe(2);
  expect(await checkpointEvents(fixture.gateway)).toMatchObject({
    checkpoint: null,
    refused: [],
    fault: null,
  });
});

test('an event that commits late, with an older id, is in the next checkpoint', async () => {
  await checkpointAll(fixture);
  const early = new Date(Date.now() - 3_600_000);
  const begun = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  // SQLite runs one transaction at a time, so there the event only gets an older id.
  const waits = database().rowLocks;
  const late = database().transaction(async (db) => {
    await record(db, early);
    begun.resolve();
    if (waits) await mayCommit.promise;
  });
  await begun.promise;
  await createCustomers(partner, 3);
  if (waits) expect(await checkpointAll(fixture)).toBe(6);
  mayCommit.resolve();
  await late;
  expect(await checkpointAll(fixture)).toBe(waits ? 1 : 7);
  expect(await verify(fixture)).toMatchObject({ intact: true, waiting_events: 0 });
});

test('a checkpoint that fails in the middle changes nothing, and the next one has all events', async () => {
  const failing: TestGateway['gateway']['database'] = {
    ...database(),
    transaction: (work) =>
      database().transaction(async (db) => {
        await work(db);
        throw new Error('killed');
      }),
  };
  await expect(checkpointEvents({ ...fixture.gateway, database: failing })).rejects.toThrow('killed');
  expect([await countEvents(), await countCheckpointed()]).toEqual([2, 0]);
  expect(await verify(fixture)).toMatchObject({ intact: true, waiting_events: 2 });
  expect(await checkpointAll(fixture)).toBe(2);
  expect((await verify(fixture)).intact).toBe(true);
});

/** Gives events a MAC that the gateway did not make. */
const forgeMacs = (db: Db, subject: string, mac = 'f'.repeat(64)) =>
  db.updateTable('event').set({ mac }).where('subject', '=', subject).execute();

test('a forged event gets no checkpoint and does not delay genuine ones', async () => {
  await checkpointAll(fixture);
  await allowEverything(fixture);
  await database().transaction(async (db) => {
    await record(db, new Date());
    await record(db, new Date());
    await forgeMacs(db, happening.subject);
  });
  await createCustomers(partner, 1);
  const outcome = await checkpointEvents(fixture.gateway);
  expect(outcome.refused).toHaveLength(2);
  expect(outcome.checkpoint?.events).toBe(2);
  const report = await verify(fixture);
  expect(report.findings.map(({ fault }) => fault)).toEqual(['event_inserted', 'event_inserted']);
  expect((await checkpointEvents(fixture.gateway)).refused).toEqual([]);
});

test('more events that the gateway did not write than fit a checkpoint do not delay it', async () => {
  await checkpointAll(fixture);
  await allowEverything(fixture);
  await database().transaction(async (db) => {
    for (let made = 0; made < CHECKPOINT_EVENTS_MAX + 1; made += 1) await record(db, new Date());
    await forgeMacs(db, happening.subject);
  });
  await createCustomers(partner, 1);
  const outcome = await checkpointEvents(fixture.gateway);
  expect([outcome.checkpoint?.events, outcome.refused.length]).toEqual([2, CHECKPOINT_EVENTS_MAX + 1]);
});

test('an event that is changed between its position and its checkpoint is not vouched for', async () => {
  await checkpointAll(fixture);
  await allowEverything(fixture);
  await database().transaction((db) => record(db, new Date()));
  await relayAll(fixture.gateway);
  await forgeMacs(database().writes, happening.subject);
  await createCustomers(partner, 1);
  const outcome = await checkpointEvents(fixture.gateway);
  expect([outcome.checkpoint?.events, outcome.refused.length]).toEqual([3, 1]);
  const { findings } = await verify(fixture);
  expect(findings.map(({ fault }) => fault)).toEqual(['event_inserted']);
});

test('an event without a MAC gets no checkpoint', async () => {
  await checkpointAll(fixture);
  await allowEverything(fixture);
  await database().transaction((db) => record(db, new Date()));
  await forgeMacs(database().writes, happening.subject, '');
  await createCustomers(partner, 1);
  const { checkpoint } = await checkpointEvents(fixture.gateway);
  expect(checkpoint?.events).toBe(2);
  const { findings } = await verify(fixture);
  expect(findings.map(({ fault }) => fault)).toEqual(['event_inserted']);
});

test('with another first key an empty checkpoint covers the chain; an unknown key stays a fault', async () => {
  await checkpointAll(fixture);
  const [oldKey] = fixture.gateway.auditKeys;
  const [newKey] = deriveKeys([Buffer.alloc(32, 7)], 'audit');
  const alone = { ...fixture, gateway: { ...fixture.gateway, auditKeys: [newKey] as const } };
  const unknown = { fault: 'not_vouched_for', checkpoint: 1 };
  expect((await verify(alone)).findings[0]).toMatchObject(unknown);
  expect(await checkpointEvents(alone.gateway)).toMatchObject({ checkpoint: null, fault: unknown });

  const rotating = { ...fixture, gateway: { ...fixture.gateway, auditKeys: [newKey, oldKey] as const } };
  expect((await checkpointEvents(rotating.gateway)).checkpoint).toMatchObject({ number: 2, events: 0 });
  expect((await checkpointEvents(rotating.gateway)).checkpoint).toBeNull();
  expect((await verify(rotating)).intact).toBe(true);
  expect((await verify(alone)).findings[0]).toMatchObject(unknown);
});

test('a shortened chain is found with a checkpoint that was noted before', async () => {
  await checkpointAll(fixture);
  await createCustomers(partner, 2);
  await checkpointAll(fixture);
  const { head } = await verify(fixture);
  expect(await verify(fixture, database().reads, head)).toMatchObject({ intact: true });
  for (const lost of [
    { number: 3, hash: '0'.repeat(64) },
    { number: 1, hash: head?.hash ?? '' },
  ]) {
    const { findings } = await verify(fixture, database().reads, lost);
    expect(findings).toMatchObject([{ fault: 'anchor_lost', checkpoint: lost.number }]);
  }
});

test('checkpoints cannot be changed by a statement', async () => {
  await checkpointAll(fixture);
  const { writes } = database();
  await expect(writes.updateTable('checkpoint').set({ events: 9 }).execute()).rejects.toThrow('append-only');
  await expect(writes.deleteFrom('checkpoint').execute()).rejects.toThrow('append-only');
});
