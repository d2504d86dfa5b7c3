import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECKPOINT_EVENTS_MAX } from '../../src/audit/waiting-events.ts';
import { enqueueForCheckpoint } from '../../src/journal/event-mac.ts';
import { deriveKeys } from '../../src/crypto/keys.ts';
import { openDatabase } from '../support/database/open-database.ts';
import { openCommandLine } from '../support/gateway-commands.ts';
import { commandLine, environmentOf } from '../support/gateway-process.ts';

/** Enough that a process can be killed while it works on them. */
const OLD_EVENTS = 20_000;
const CLI = new URL('../../src/cli.ts', import.meta.url).pathname;

const cli = openCommandLine();
const url = `sqlite:${cli.folder}/gateway.db`;
beforeAll(async () => {
  await cli.run('partner', 'create', 'Acme', '--json');
  const database = await openDatabase(url, { poolSize: 1 });
  await sql`
    with recursive series(n) as (select 1 union all select n + 1 from series where n < ${OLD_EVENTS})
    insert into event select 'evt_' || printf('%026d', n), 'customer.created', 'customer/old', n, null, 'cli', 'old',
      '2026-01-01T00:00:00Z', '{}' from series`.execute(database.writes);
  const secret = Buffer.from(readFileSync(`${cli.folder}/secret.key`, 'utf8').trim(), 'hex');
  const events = await database.writes
    .selectFrom('event')
    .selectAll()
    .where('request_id', '=', 'old')
    .execute();
  const keys = deriveKeys([secret], 'audit');
  for (let at = 0; at < events.length; at += 1_000)
    await enqueueForCheckpoint(database.writes, events.slice(at, at + 1_000), keys);
  await database.close();
});
afterAll(() => cli[Symbol.dispose]());

test('a process that is killed while it makes checkpoints leaves a chain that can be continued', async () => {
  const child = spawn(process.execPath, [CLI, 'audit', 'checkpoint'], { env: environmentOf(cli.folder) });
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  const before = JSON.parse((await commandLine(cli.folder, 'audit', 'verify', '--json')).out);
  expect(before).toMatchObject({ intact: true });
  expect(before.checkpoints).toBeGreaterThan(0);
  expect(before.waiting_events).toBeGreaterThan(0);

  const { code, out } = await cli.run('audit', 'checkpoint', '--json');
  expect(code).toBe(0);
  const { checkpoints } = JSON.parse(out);
  expect(checkpoints[0]).toMatchObject({ number: before.checkpoints + 1, events: CHECKPOINT_EVENTS_MAX });
  const verified = await cli.run('audit', 'verify', '--json');
  expect(verified.code).toBe(0);
  expect(JSON.parse(verified.out)).toMatchObject({
    intact: true,
    checkpointed_events: OLD_EVENTS + 2,
    waiting_events: 0,
    head: { number: checkpoints.at(-1).number, hash: checkpoints.at(-1).hash },
  });
});

test('audit verify prints its progress on stderr, and the last checkpoint in a table', async () => {
  const { code, out, err } = await cli.run('audit', 'verify');
  expect(code).toBe(0);
  expect(out).toMatch(/^checkpoints +\d+\nevents +20002\nwaiting +0\nfaults +0\nlast +\d+:[0-9a-f]{64}\n$/);
  expect(err).toContain('Checking the events that are under no checkpoint yet\n');
});

test('audit verify fails with its findings, and with --expect where the noted checkpoint is gone', async () => {
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
  const at = 7_777;
  const id = `evt_${'0'.repeat(22)}${at}`;
  await database.writes.updateTable('event').set({ actor: 'nobody' }).where('id', '=', id).execute();
  await database.close();
  const edited = await cli.run('audit', 'verify');
  expect(edited.code).toBe(1);
  const checkpoint = Math.ceil(at / CHECKPOINT_EVENTS_MAX);
  expect(edited.err).toContain(`- Event ${id} of checkpoint ${checkpoint} is not as it was then.\n`);
});

test('the old names still work: audit seal, and the members of its JSON and of audit verify', async () => {
  const made = await cli.run('audit', 'seal', '--json');
  expect([made.code, JSON.parse(made.out)]).toEqual([0, { checkpoints: [], ['seals']: [] }]);
  const report = JSON.parse(
    (await cli.run('audit', 'verify', '--expect', `1:${'0'.repeat(64)}`, '--json')).out,
  );
  expect(report).toMatchObject({
    ['seals']: report.checkpoints,
    ['sealed_events']: OLD_EVENTS + 2,
    ['unsealed_events']: 0,
  });
  expect(report.findings.every((each: Record<string, unknown>) => each['seal'] === each['checkpoint'])).toBe(
    true,
  );
});

test.each(['1', '0:00', 'x:y', `1:${'g'.repeat(64)}`])('--expect %s is refused', async (text) => {
  const { code, err } = await cli.run('audit', 'verify', '--expect', text);
  expect({ code, err }).toEqual({
    code: 1,
    err: '--expect must be the number of a checkpoint, a colon and its hash.\n',
  });
});
