// Processes, since they are killed.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { filesIn } from '../../support/files-in.ts';
import { readConfig } from '../../../src/run/config/config.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { customerBody, pdf, sha256, uploadForm } from '../../support/gateway.ts';
import { freePort } from '../../support/free-port.ts';
import {
  dataFolder,
  environmentOf,
  type GatewayProcess,
  startGateway,
} from '../../support/gateway-process.ts';

/** A release may be given hundreds. */
const ROUNDS = Number(process.env['TEST_CRASH_ROUNDS'] ?? 5);
const UPLOADS_AT_ONCE = 20;
/** Longer than the first uploads of a fresh process take, so that some crashes come after a commit. */
const CRASH_WITHIN_MS = 400;
const FILLING = 'x'.repeat(300 * 1024);
/** The seed of the moments at which the gateway is killed; a run prints it, so that it can be repeated. */
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers from 0 to 1 that are the same for the same seed. */
function* randomFrom(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const setOf = (name: string) => [0, 1].map((at) => pdf(`set ${name} file ${at} ${FILLING}`));

/** The hashes of the files of the type, each of what was really downloaded. */
async function hashesOf(gateway: GatewayProcess, path: string): Promise<string> {
  const { json } = await gateway.rest('GET', path);
  const hashes: string[] = [];
  for (const { document_id } of json.nar1) {
    const document = await gateway.rest('GET', `${path}/${document_id}`);
    const answer = await fetch(document.json.url);
    expect(answer.status).toBe(200);
    hashes.push(sha256(await answer.bytes()));
  }
  return hashes.join();
}

/** Makes every orphan a day old. The gateway does not run. */
function age(file: string): void {
  const database = new Database(file);
  database.prepare('update orphan_blob set since = ?').run(new Date(Date.now() - 86_400_000).toISOString());
  database.close();
}

async function sweep(folder: string): Promise<string[]> {
  age(join(folder, 'gateway.db'));
  const config = readConfig(
    environmentOf(folder, { NODE_ENV: 'test', STORAGE_URL: `fs:${join(folder, 'files')}` }),
  );
  await using gateway = await openGateway(config);
  await runHousekeeping(gateway);
  expect(await gateway.database.reads.selectFrom('orphan_blob').selectAll().execute()).toEqual([]);
  const rows = await gateway.database.reads.selectFrom('document').select('id').execute();
  return rows.map(({ id }) => id).toSorted();
}

test('after a gateway is killed at any moment, a set of files is the old or the new, and nothing else stays', async () => {
  console.info(`CRASH_SEED=${SEED}`);
  const random = randomFrom(SEED);
  using folder = dataFolder();
  const settings = { PORT: String(await freePort()), STORAGE_URL: `fs:${join(folder.path, 'files')}` };
  let gateway = await startGateway(folder.path, settings);
  const { json: customer } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  const path = `/v1/kyc/documents/${customer.customer_id}`;
  const upload = (files: readonly Uint8Array[]) =>
    gateway.rest('POST', path, { body: uploadForm('nar1', files) }).catch(() => null);
  const first = setOf('first');
  expect((await upload(first))?.status).toBe(200);
  let before = first.map(sha256).join();

  for (let round = 0; round < ROUNDS; round += 1) {
    const sets = Array.from({ length: UPLOADS_AT_ONCE }, (_, at) => setOf(`${round}-${at}`));
    const answers = sets.map(upload);
    await setTimeout(random.next().value * CRASH_WITHIN_MS);
    await gateway.kill();
    const acknowledged = (await Promise.all(answers)).filter((answer) => answer?.status === 200);
    // It is ready again, or this throws.
    gateway = await startGateway(folder.path, settings);
    const after = await hashesOf(gateway, path);
    const news = sets.map((files) => files.map(sha256).join());
    expect(acknowledged.length > 0 ? news : [before, ...news]).toContain(after);
    before = after;
  }
  await gateway.kill();

  const referred = await sweep(folder.path);
  expect(referred).toHaveLength(2);
  expect((await filesIn(join(folder.path, 'files'))).toSorted()).toEqual(referred);
  await using last = await startGateway(folder.path, settings);
  expect(await hashesOf(last, path)).toBe(before);
});
