import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesIn } from '../../../support/files-in.ts';
import { ORPHAN_GRACE_SECONDS, sweepBlobs } from '../../../../src/engine/blob/orphan-blobs.ts';
import { customerBody, openTestGateway, pdf, type TestGateway } from '../../../support/gateway.ts';
import { freshDatabase, onPostgres } from '../../../support/postgres/databases.ts';

const PROCESSES = 3;
const REPLACEMENTS = 15;

let folder: string;
let now: number;
let shared: Awaited<ReturnType<typeof freshDatabase>>;
let gateways: readonly TestGateway[];
beforeEach(async () => {
  now = Date.parse('2026-03-04T05:06:07Z');
  folder = await mkdtemp(join(tmpdir(), 'fundgate-together-'));
  shared = await freshDatabase();
  const environment = {
    // Several connections share a SQLite database when it is a file.
    DATABASE_URL: onPostgres() ? shared.url : `sqlite:${join(folder, 'gateway.db')}`,
    STORAGE_URL: `fs:${join(folder, 'files')}`,
  };
  const opened: TestGateway[] = [];
  for (let at = 0; at < PROCESSES; at += 1)
    opened.push(await openTestGateway(environment, () => new Date(now)));
  gateways = opened;
});
afterEach(async () => {
  for (const gateway of gateways) await gateway.close();
  await shared.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Ten files, replaced so many times; the orphans that this leaves are due for the sweep. */
async function replaceOften(times: number): Promise<void> {
  const [first] = gateways;
  const partner = await first?.partner();
  const customer = await partner?.rest('POST', '/v1/customers', customerBody());
  for (let turn = 0; turn <= times; turn += 1)
    await partner?.upload(
      customer?.json.customer_id,
      'nar1',
      Array.from({ length: 10 }, () => pdf(`${turn}`)),
    );
  now += (ORPHAN_GRACE_SECONDS + 1) * 1000;
}

const files = async () => (await filesIn(join(folder, 'files'))).length;
const loose = async () => gateways[0]?.gateway.database.reads.selectFrom('orphan_blob').selectAll().execute();

/** Lets a test record, or break, each removal of every process. */
function onRemove(remove: (key: string, process: number) => Promise<void> | void): void {
  for (const [process, { gateway }] of gateways.entries()) {
    const { blobs } = gateway;
    const watched = async (key: string) => {
      await remove(key, process);
      await blobs.remove(key);
    };
    Object.assign(gateway, { blobs: { ...blobs, remove: watched } });
  }
}

async function sweep({ gateway: { database, blobs, clock } }: TestGateway): Promise<void> {
  while ((await sweepBlobs(database, blobs, clock)) > 0);
}

test('processes that sweep at the same time remove each blob once, and none fails', async () => {
  await replaceOften(REPLACEMENTS);
  const removed: string[] = [];
  onRemove((key) => void removed.push(key));
  await Promise.all(gateways.map(sweep));
  expect(removed).toHaveLength(10 * REPLACEMENTS);
  expect(new Set(removed).size).toBe(10 * REPLACEMENTS);
  expect([await files(), await loose()]).toEqual([10, []]);
});

test('a blob that one process cannot remove is removed by another', async () => {
  await replaceOften(1);
  onRemove((_key, process) => {
    if (process === 0) throw new Error('The storage is gone.');
  });
  const [broken, ...others] = gateways;
  if (broken === undefined) throw new Error('There are too few processes.');
  await expect(sweep(broken)).rejects.toThrow('The storage is gone.');
  await Promise.all(others.map(sweep));
  expect([await files(), await loose()]).toEqual([10, []]);
});

test('blobs that a killed process had claimed are removed by another after a while', async () => {
  await replaceOften(1);
  const [killed, other] = gateways;
  if (killed === undefined || other === undefined) throw new Error('There are too few processes.');
  const forever = { remove: () => new Promise<void>(() => {}) };
  void sweepBlobs(killed.gateway.database, forever, () => new Date(now));
  await expect.poll(async () => (await loose())?.every(({ state }) => state > 1)).toBe(true);
  await sweep(other);
  expect(await files()).toBe(20);
  now += 11 * 60_000;
  await sweep(other);
  expect([await files(), await loose()]).toEqual([10, []]);
});
