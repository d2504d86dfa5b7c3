import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKPOINT_EVENTS_MAX } from '../../../src/trail/checkpoint/waiting-events.ts';
import { openDatabase } from '../../support/database/open-database.ts';
import { addOldEvents } from '../../support/fixtures/old-events.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';

/** More than two checkpoints take. */
const OLD_EVENTS = 2 * CHECKPOINT_EVENTS_MAX + 100;

const cli = openCommandLine();
const url = `sqlite:${cli.folder}/gateway.db`;
beforeAll(async () => {
  await cli.run('partner', 'create', 'Acme', '--json');
  await addOldEvents(cli.folder, OLD_EVENTS);
});
afterAll(() => cli[Symbol.dispose]());

test('audit checkpoint takes all events that wait, and audit verify finds them intact', async () => {
  const { code, out } = await cli.run('audit', 'checkpoint', '--json');
  expect(code).toBe(0);
  const { checkpoints } = JSON.parse(out);
  expect(checkpoints).toMatchObject([
    { number: 1, events: CHECKPOINT_EVENTS_MAX },
    { number: 2, events: CHECKPOINT_EVENTS_MAX },
    { number: 3, events: 102 },
  ]);
  const verified = await cli.run('audit', 'verify', '--json');
  expect(verified.code).toBe(0);
  expect(JSON.parse(verified.out)).toMatchObject({
    intact: true,
    checkpointed_events: OLD_EVENTS + 2,
    waiting_events: 0,
    head: { number: 3, hash: checkpoints.at(-1).hash },
  });
});

test('audit verify prints its progress on stderr, and the last checkpoint in a table', async () => {
  const { code, out, err } = await cli.run('audit', 'verify');
  expect(code).toBe(0);
  expect(out).toMatch(/^checkpoints +\d+\nevents +1102\nwaiting +0\nfaults +0\nlast +\d+:[0-9a-f]{64}\n$/);
  expect(err).toContain('Checking the events that have no position yet\n');
});

test('audit verify fails with its findings, and with --expect if the noted checkpoint is gone', async () => {
  const noted = `1:${'0'.repeat(64)}`;
  const wrong = await cli.run('audit', 'verify', '--expect', noted);
  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain('- Checkpoint 1 with the expected hash is not in the chain');
  const asJson = await cli.run('audit', 'verify', '--expect', noted, '--json');
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.out)).toMatchObject({
    intact: false,
    findings: [{ fault: 'anchor_lost', checkpoint: 1 }],
  });

  const database = await openDatabase(url, { poolSize: 1 });
  await sql`drop trigger event_no_update`.execute(database.writes);
  const at = 777;
  const id = `evt_${'0'.repeat(23)}${at}`;
  await database.writes.updateTable('event').set({ actor: 'nobody' }).where('id', '=', id).execute();
  await database.close();
  const edited = await cli.run('audit', 'verify');
  expect(edited.code).toBe(1);
  const checkpoint = Math.ceil(at / CHECKPOINT_EVENTS_MAX);
  expect(edited.err).toContain(`- Event ${id} has changed since checkpoint ${checkpoint}.\n`);
});

test.each(['1', '0:00', 'x:y', `1:${'g'.repeat(64)}`])('--expect %s is refused', async (text) => {
  const { code, err } = await cli.run('audit', 'verify', '--expect', text);
  expect({ code, err }).toEqual({
    code: 1,
    err: '--expect must be the number of a checkpoint, a colon and its hash.\n',
  });
});
