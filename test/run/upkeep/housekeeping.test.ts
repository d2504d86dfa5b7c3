import { afterEach, beforeEach, expect, test } from 'vitest';
import { ORPHAN_GRACE_SECONDS } from '../../../src/engine/blob/orphan-blobs.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { runHousekeeping, startHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

const DAY_MS = 86_400_000;
const fails = () => Promise.reject(new Error('It fails.'));

let stages: Stages;
let offer: string;
beforeEach(async () => {
  stages = await openStages();
  offer = await stages.bring('approved');
  const { gateway, partner, customerId } = stages;
  await partner.upload(customerId, 'nar1');
  stages.wait(40 * DAY_MS + ORPHAN_GRACE_SECONDS * 1_000);
  await gateway.database.writes
    .insertInto('idempotency_key')
    .values({
      owner: 'o',
      key: 'old',
      fingerprint: 'f',
      answer: gateway.vault.encrypt('{}', 'x'),
      kept_at: '2025-01-01T00:00:00Z',
    })
    .execute();
  await gateway.database.writes.updateTable('secret_key').set({ used_at: '2026-01-01T00:00:00Z' }).execute();
});
afterEach(() => stages.close());

/** The chores that were done, found by their effects. */
async function done(): Promise<readonly string[]> {
  const { database } = stages.gateway;
  const rows = (table: 'checkpoint' | 'orphan_blob') =>
    database.reads.selectFrom(table).selectAll().execute();
  const keys = await database.reads.selectFrom('api_key').select('last_used_at').execute();
  const answers = await database.reads.selectFrom('idempotency_key').select('key').execute();
  const secrets = await database.reads.selectFrom('secret_key').select('used_at').execute();
  const events = await database.reads
    .selectFrom('event')
    .select('id')
    .where('subject', '=', `funding/${offer}`)
    .where('type', '=', 'funding.expired')
    .execute();
  const is = {
    'last uses of keys': keys.some(({ last_used_at }) => last_used_at !== null),
    'lapsed offers': events.length === 1,
    'checkpoints of the trail': (await rows('checkpoint')).length > 0,
    'kept responses': answers.every(({ key }) => key !== 'old'),
    'secrets in use': secrets.every(({ used_at }) => used_at > '2026-01-01T00:00:00Z'),
    'bytes without a document': (await rows('orphan_blob')).length === 0,
  };
  return Object.entries(is).flatMap(([chore, isDone]) => (isDone ? [chore] : []));
}

const ALL = [
  'last uses of keys',
  'lapsed offers',
  'checkpoints of the trail',
  'kept responses',
  'secrets in use',
  'bytes without a document',
];

test('a round does every chore', async () => {
  expect(await done()).toEqual([]);
  await runHousekeeping(stages.gateway);
  expect(await done()).toEqual(ALL);
});

test.each([
  ['last uses of keys', { keyUses: { note: () => {}, flush: fails } }],
  ['checkpoints of the trail', { auditKeys: null }],
  ['kept responses', { ledger: { reap: fails } }],
  ['secrets in use', { keyring: null }],
  ['bytes without a document', { blobs: { remove: fails } }],
])('if the chore "%s" fails, the others are done, and the log names it', async (chore, broken) => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line) => void lines.push(line) });
  const housekeeping = startHousekeeping(Object.assign(Object.create(stages.gateway), broken), log);
  await housekeeping.stop();
  const told = lines.map((line): { chore: string } => JSON.parse(line)).map((line) => line.chore);
  expect(told).toContain(chore);
  expect(await done()).toEqual(ALL.filter((other) => !told.includes(other)));
});

test('if no listener is given, the failure of a chore is thrown when the others are done', async () => {
  const broken = Object.assign(Object.create(stages.gateway), { keyUses: { flush: fails } });
  await expect(runHousekeeping(broken)).rejects.toThrow('It fails.');
  expect(await done()).toEqual(ALL.slice(1));
});
