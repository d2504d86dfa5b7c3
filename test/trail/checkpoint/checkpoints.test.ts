import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkpointEvents } from '../../../src/trail/checkpoint/checkpoint-events.ts';
import { CHECKPOINT_EVENTS_MAX } from '../../../src/trail/checkpoint/waiting-events.ts';
import { relayAll } from '../../../src/trail/positions/relay.ts';
import { enqueueForRelay } from '../../../src/trail/record/event-mac.ts';
import { type NewEvent, recordEvents } from '../../../src/trail/record/record.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { deriveKeys, keyId } from '../../../src/engine/crypto/keys.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { createCustomers, type Db, checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeEach(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterEach(() => fixture.close());

const database = () => fixture.gateway.database;
const count = async (table: 'event' | 'checkpointed_event' | 'waiting_event') => {
  const rows = await database().reads.selectFrom(table).selectAll().execute();
  return rows.length;
};
const happening: NewEvent = { type: 'partner.created', subject: 'partner/par_late', partnerId: null };

/** Records an event in an open transaction. */
async function record(db: Db, now: Date): Promise<void> {
  const events = await recordEvents(db, [happening], { caller: commandLine, requestId: 'late', now });
  await enqueueForRelay(db, events, fixture.gateway.auditKeys);
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
  await expect.poll(() => count('checkpointed_event')).toBeGreaterThan(0);
  await write();
  written.abort();
  await Promise.all(checkpointers);
  await checkpointAll(fixture);
  expect(await count('event')).toBe(2 + 32 * 4 * 2);
  expect(await count('checkpointed_event')).toBe(await count('event'));
  expect(await count('waiting_event')).toBe(0);
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
  const [first] = await database().reads.selectFrom('event').select('id').execute();
  const failing: TestGateway['gateway']['database'] = {
    ...database(),
    transaction: (work) =>
      database().transaction(async (db) => {
        await work(db);
        throw new Error('killed');
      }),
  };
  await expect(checkpointEvents({ ...fixture.gateway, database: failing })).rejects.toThrow('killed');
  expect([first !== undefined, await count('checkpointed_event'), await count('waiting_event')]).toEqual([
    true,
    0,
    2,
  ]);
  expect(await checkpointAll(fixture)).toBe(2);
  expect((await verify(fixture)).intact).toBe(true);
});

test('a forged event gets no checkpoint and does not delay genuine ones', async () => {
  await checkpointAll(fixture);
  await database().transaction(async (db) => {
    const at = { caller: commandLine, requestId: 'forged', now: new Date() };
    const [forged] = await recordEvents(db, [{ ...happening, subject: 'partner/par_forged' }], at);
    const key = keyId(fixture.gateway.auditKeys[0]);
    await db
      .insertInto('waiting_event')
      .values({ event_id: forged?.id ?? '', key, mac: '', refused: 0 })
      .execute();
    await record(db, at.now);
    await db
      .updateTable('waiting_event')
      .set({ mac: 'f'.repeat(64) })
      .execute();
  });
  await createCustomers(partner, 1);
  const outcome = await checkpointEvents(fixture.gateway);
  expect(outcome.refused).toHaveLength(2);
  expect(outcome.checkpoint?.events).toBe(2);
  const report = await verify(fixture);
  expect(report.findings.map(({ fault }) => fault)).toEqual(['event_inserted', 'event_inserted']);
  expect((await checkpointEvents(fixture.gateway)).refused).toEqual([]);
});

test('more rows that the gateway did not write than fit a checkpoint do not delay it', async () => {
  await checkpointAll(fixture);
  await createCustomers(partner, 1);
  const waiting = await database().reads.selectFrom('waiting_event').select('key').executeTakeFirst();
  const rows = Array.from({ length: CHECKPOINT_EVENTS_MAX + 1 }, (_, at) => ({
    number: at - 2 * CHECKPOINT_EVENTS_MAX,
    event_id: `evt_none_${at}`,
    key: waiting?.key ?? '',
    mac: 'f'.repeat(64),
    refused: 0,
    position: at - 2 * CHECKPOINT_EVENTS_MAX,
  }));
  await database().writes.insertInto('waiting_event').values(rows).execute();
  expect((await checkpointEvents(fixture.gateway)).checkpoint?.events).toBe(2);
  expect(await count('waiting_event')).toBe(rows.length);
});

test.each([
  ['before it has a position', 'its own MAC', 0],
  ['before it has a position', 'a wrong MAC', 2],
  ['after it has a position', 'its own MAC', 0],
  ['after it has a position', 'a wrong MAC', 2],
])(
  'an event that stands in the queue twice, %s and with %s, gets one checkpoint',
  async (when, mac, left) => {
    await checkpointAll(fixture);
    await createCustomers(partner, 1);
    if (when.startsWith('after')) await relayAll(fixture.gateway);
    const queued = await database().reads.selectFrom('waiting_event').selectAll().orderBy('number').execute();
    const repeats = queued.map((row) => ({
      ...row,
      number: row.number - 1_000_000,
      mac: mac === 'its own MAC' ? row.mac : 'f'.repeat(64),
    }));
    await database().writes.insertInto('waiting_event').values(repeats).execute();
    await checkpointAll(fixture);
    await createCustomers(partner, 1);
    expect(await checkpointAll(fixture)).toBe(2);
    expect(await count('waiting_event')).toBe(left);
    expect(await count('checkpointed_event')).toBe(await count('event'));
    const positions = await database()
      .reads.selectFrom('feed')
      .select('position')
      .orderBy('position')
      .execute();
    expect(positions.map(({ position }) => position)).toEqual(
      Array.from({ length: await count('event') }, (_, at) => at + 1),
    );
  },
);

test('an event without a MAC gets no checkpoint', async () => {
  await checkpointAll(fixture);
  await createCustomers(partner, 1);
  await database().writes.updateTable('waiting_event').set({ mac: '' }).execute();
  await createCustomers(partner, 1);
  const { checkpoint } = await checkpointEvents(fixture.gateway);
  expect(checkpoint?.events).toBe(2);
  const { findings } = await verify(fixture);
  expect(findings.map(({ fault }) => fault)).toEqual(['event_inserted', 'event_inserted']);
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
  await expect(writes.updateTable('checkpointed_event').set({ checkpoint: 9 }).execute()).rejects.toThrow(
    'append-only',
  );
  await expect(writes.deleteFrom('checkpointed_event').execute()).rejects.toThrow('append-only');
});
