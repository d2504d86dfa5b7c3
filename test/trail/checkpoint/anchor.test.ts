import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Selectable, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkpointEvents } from '../../../src/trail/checkpoint/checkpoint-events.ts';
import { hashOfCheckpoint, listHash } from '../../../src/trail/checkpoint/checkpoint.rules.ts';
import { positionsAfter } from '../../../src/trail/checkpoint/waiting-events.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { createAnchors } from '../../../src/run/open/anchor-file.ts';
import { runHousekeeping, startHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { requireTrail } from '../../../src/run/open/require-trail.ts';
import { customerBody, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { type Installation, OLD, openInstallation } from '../../support/installation.ts';
import {
  allowEverything,
  createCustomers,
  checkpointAll,
  verify,
} from '../../support/fixtures/audit-fixture.ts';

const logged: string[] = [];
const LOG = createLogger('trace', { write: (line) => void logged.push(line) });

let installation: Installation;
let fixture: TestGateway;
let partner: TestPartner;
beforeEach(async () => {
  logged.length = 0;
  installation = await openInstallation();
  fixture = await installation.open(OLD);
  partner = await fixture.partner();
  for (let made = 0; made < 3; made += 1) {
    olderEnd = await db().selectFrom('chain_end').selectAll().executeTakeFirst();
    await createCustomers(partner, 2);
    await checkpointAll(fixture);
  }
  await allowEverything(fixture);
});
afterEach(async () => {
  await fixture.close();
  await installation[Symbol.asyncDispose]();
});

const db = () => fixture.gateway.database.writes;
const checkpoints = () => db().selectFrom('checkpoint').selectAll().orderBy('number').execute();
const faults = async () => (await verify(fixture)).findings.map(({ fault }) => fault);
/** A process without the anchor file, which has only the database to go by. */
const stranger = () => ({ ...fixture.gateway, anchors: createAnchors(null) });

const anchorFile = () =>
  readdirSync(installation.folder).find((each) => each.startsWith('audit-anchor-')) ?? '';

/** Edits an event and makes all hashes after it again; the MACs would need a key. */
async function remakeChain(key: string): Promise<void> {
  const [edited] = await positionsAfter(db(), { after: 0, limit: 1 });
  await db()
    .updateTable('event')
    .set({ actor: 'somebody', mac: 'f'.repeat(64) })
    .where('number', '=', edited?.number ?? 0)
    .execute();
  let previous = '';
  let after = 0;
  for (const checkpoint of await checkpoints()) {
    const list = listHash();
    for (const row of await positionsAfter(db(), { after, limit: checkpoint.events }))
      list.add({ ...row, isGenuine: true });
    after = checkpoint.last_position;
    const made = { ...checkpoint, previous, content: list.end(), key };
    const remade = { ...made, hash: hashOfCheckpoint(made) };
    await db().updateTable('checkpoint').set(remade).where('number', '=', checkpoint.number).execute();
    previous = remade.hash;
  }
}

/** The note of the last checkpoint before the last one was made, as an older copy of the database has it. */
let olderEnd: Selectable<Tables['chain_end']> | undefined;

async function removeLastCheckpoint(): Promise<void> {
  const last = (await checkpoints()).at(-1);
  if (last === undefined) throw new Error('There is no checkpoint.');
  const from = last.last_position - last.events;
  for (const { number } of await positionsAfter(db(), { after: from, limit: last.events }))
    await db().deleteFrom('event').where('number', '=', number).execute();
  await db().deleteFrom('feed').where('position', '>', from).execute();
  await db().deleteFrom('checkpoint').where('number', '=', last.number).execute();
}

/** As `removeLastCheckpoint`, but complete, as after an older backup was restored. */
async function goBackOneCheckpoint(): Promise<void> {
  await removeLastCheckpoint();
  const subjects = db()
    .selectFrom('event')
    .select(sql<string>`substr(subject, 10)`.as('id'));
  await db()
    .deleteFrom('customer')
    .where('id', 'not in', subjects.where('subject', 'like', 'customer/%'))
    .execute();
  if (olderEnd !== undefined) await db().updateTable('chain_end').set(olderEnd).execute();
}

/** Checks that neither a round of the scheduler nor a start continues the chain. */
async function expectNotGoneOn(fault: string): Promise<void> {
  const before = await checkpoints();
  await createCustomers(partner, 1);
  expect((await checkpointEvents(fixture.gateway)).fault).toMatchObject({ fault });
  await runHousekeeping(fixture.gateway);
  expect(await checkpoints()).toEqual(before);
  await expect(requireTrail(fixture.gateway, LOG)).rejects.toThrow(
    /^The trail in the database differs from the last one that this gateway saw: Checkpoint \d+ .*"audit accept"/,
  );
}

test('the last checkpoint is noted in a file that only its owner can read, and in no other of the folder', async () => {
  const name = anchorFile();
  const file = join(installation.folder, name);
  const last = (await checkpoints()).at(-1);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ number: 3, hash: last?.hash });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(installation.folder).filter((each) => each.includes('anchor'))).toEqual([name]);
});

test.each(['deadbeef', '00000000'])(
  'over a chain that was made anew with the key %s no checkpoint is made',
  async (key) => {
    await remakeChain(key);
    await expectNotGoneOn('anchor_lost');
    expect((await checkpointEvents(stranger())).fault).toMatchObject({ fault: 'not_vouched_for' });
    expect(await faults()).toContain('not_vouched_for');
  },
);

test('a checkpoint that was made again under the id of our key is not continued', async () => {
  const [first] = await checkpoints();
  await remakeChain(first?.key ?? '');
  await expectNotGoneOn('anchor_lost');
  expect((await checkpointEvents(stranger())).fault).toMatchObject({ fault: 'checkpoint_edited' });
});

test('a chain whose last checkpoint does not follow the one before is not continued', async () => {
  const [, second] = await checkpoints();
  await db()
    .updateTable('checkpoint')
    .set({ hash: 'a'.repeat(64) })
    .where('number', '=', second?.number ?? 0)
    .execute();
  await expectNotGoneOn('chain_broken');
});

test('a chain whose last checkpoints were removed with their events is not continued', async () => {
  await removeLastCheckpoint();
  await expectNotGoneOn('anchor_lost');
  const anchor = await fixture.gateway.anchors.last();
  const { findings } = await verify(fixture, db(), anchor);
  expect(findings[0]).toMatchObject({ fault: 'anchor_lost', checkpoint: 3 });
});

test('a chain whose last checkpoint was removed is not continued, also without a note outside of the database', async () => {
  await removeLastCheckpoint();
  const { fault } = await checkpointEvents(stranger());
  expect(fault).toMatchObject({ fault: 'checkpoint_removed', checkpoint: 3 });
  expect(await faults()).toEqual(['checkpoint_removed']);
});

test.each(['kept', 'removed', 'made anew'])(
  'a chain does not begin again after all checkpoints were deleted and the note of the last one was %s',
  async (note) => {
    await db().deleteFrom('checkpoint').execute();
    if (note === 'removed') await db().deleteFrom('chain_end').execute();
    if (note === 'made anew') await db().updateTable('chain_end').set({ number: 0, hash: '' }).execute();
    await expectNotGoneOn('anchor_lost');
    const fault = note === 'made anew' ? 'checkpoint_edited' : 'checkpoint_removed';
    expect((await checkpointEvents(stranger())).fault).toMatchObject({ fault });
    expect(await checkpoints()).toEqual([]);
    expect(await faults()).toEqual([fault]);
  },
);

test('a running gateway logs the fault and continues to serve', async () => {
  await removeLastCheckpoint();
  await startHousekeeping(fixture.gateway, LOG).stop();
  const failures = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'failure');
  expect(failures).toMatchObject([{ error: 'DamageError', place: 'anchor_lost, checkpoint 3' }]);
  expect((await partner.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
});

test('a missing note is not a fault: a process that starts later with a new folder accepts the chain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-anchor-'));
  const anchors = createAnchors(join(folder, 'anchor.json'));
  const late = { ...fixture.gateway, anchors };
  await requireTrail(late, LOG);
  expect(await anchors.last()).toMatchObject({ number: 3 });
  await createCustomers(partner, 1);
  await checkpointAll(fixture);
  await requireTrail(late, LOG);
  expect(await anchors.last()).toMatchObject({ number: 4 });
  await createCustomers(partner, 1);
  expect((await checkpointEvents(late)).checkpoint).toMatchObject({ number: 5 });
  expect((await checkpointEvents(fixture.gateway)).fault).toBeNull();
  expect(await fixture.gateway.anchors.last()).toMatchObject({ number: 5 });
  rmSync(folder, { recursive: true });
});

test('audit accept accepts a restored backup only if its trail verifies', async () => {
  await goBackOneCheckpoint();
  const refused = await installation.cli([OLD], 'audit', 'verify', '--json');
  expect([refused.code, refused.json.findings[0].fault]).toEqual([1, 'anchor_lost']);
  const accepted = await installation.cli([OLD], 'audit', 'accept', '--json');
  expect([accepted.code, accepted.json]).toMatchObject([0, { accepted: true, head: { number: 2 } }]);
  await requireTrail(fixture.gateway, LOG);
  await createCustomers(partner, 1);
  expect((await checkpointEvents(fixture.gateway)).checkpoint).toMatchObject({ number: 3 });

  await remakeChain('deadbeef');
  const forged = await installation.cli([OLD], 'audit', 'accept', '--json');
  expect([forged.code, forged.json.accepted]).toEqual([1, false]);
  await expect(requireTrail(fixture.gateway, LOG)).rejects.toThrow('audit accept');
});

test('audit checkpoint says why it makes none', async () => {
  await removeLastCheckpoint();
  const { code, err } = await installation.cli([OLD], 'audit', 'checkpoint');
  expect(code).toBe(1);
  expect(err).toContain('- Checkpoint 3 with the expected hash is not in the chain');
});

test('a damaged file ends the start with one sentence; one that cannot be written does not stop checkpoints', async () => {
  const name = anchorFile();
  const file = join(installation.folder, name);
  const whole = readFileSync(file);
  for (const content of ['', '{', '{"number":"1"}', 'null']) {
    writeFileSync(file, content);
    await expect(requireTrail(fixture.gateway, LOG)).rejects.toThrow(/^The file in DATA_DIR .* is damaged/);
  }
  writeFileSync(file, whole);
  const unwritable = { ...fixture.gateway, anchors: createAnchors('/proc/fundgate/anchor.json') };
  await createCustomers(partner, 1);
  const outcome = await checkpointEvents(unwritable);
  expect([outcome.checkpoint?.number, outcome.unnoted instanceof Error]).toEqual([4, true]);
});

test('genuine events that are kept from the feed are reported', async () => {
  await createCustomers(partner, 1);
  await db()
    .insertInto('held_event')
    .columns(['event_number', 'refused'])
    .expression((eb) =>
      eb
        .selectFrom('event')
        .select(['number', sql<number>`1`.as('refused')])
        .orderBy('number', 'desc')
        .limit(2),
    )
    .execute();
  expect(await faults()).toEqual(['event_withheld', 'event_withheld']);
});
