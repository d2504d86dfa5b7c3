import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { mkdtemp, open, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { digesting } from '../../engine/bytes/digest.ts';
import { storageOf } from '../../engine/blob/storages.ts';
import { type BlobStore, openBlobStore, type StoredBlob } from '../../engine/blob/store.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import { engineOf } from '../open/engine-of.ts';
import { secretsInUse } from '../encryption/keys-in-use.ts';
import { allEnded } from '../../engine/async/all-ended.ts';
import { timestamp } from '../../kernel/clock.ts';
import { syncFolder } from '../../engine/files/durable.ts';
import { makePrivateFolder, PRIVATE_FILE_MODE } from '../../engine/files/private-folder.ts';
import { inBatches } from '../../engine/async/in-batches.ts';
import { version } from '../../kernel/version.ts';
import type { OpenGateway } from '../open/open-gateway.ts';
import { startStep } from '../open/start-step.ts';
import { FILES_AT_ONCE, PROGRESS_EVERY } from './limits.ts';
import { DATABASE_FILES, digestTelling, type Manifest, NAMES, type StoredFile } from './manifest.ts';
import { megabytesOf, type Progress, telling } from './progress.ts';

interface Backup {
  readonly config: Config;
  readonly gateway: Pick<OpenGateway, 'blobs' | 'anchors' | 'clock' | 'database'>;
  /** Must be absent or empty. */
  readonly folder: string;
  readonly progress: Progress;
}

/**
 * Copies the database, the files and the note of the trail to a folder while gateways work. The folder gets its name
 * after everything is on the disk. It never contains the secret.
 */
export async function backUp({ config, gateway, folder, progress }: Backup): Promise<Manifest> {
  return startStep('The backup cannot be made', async () => {
    const target = placeOf(resolve(folder));
    requireFree(target);
    requireOutside(target, config.storageUrl);
    if (!gateway.blobs.isKept) throw new ConfigError(IN_MEMORY);
    makePrivateFolder(dirname(target));
    if (existsSync(target)) await requireReplaceable(target);
    const unfinished = await makeUnfinished(target);
    try {
      const manifest = await copyAll({ config, gateway, folder: unfinished, progress });
      await writeSynced(join(unfinished, NAMES.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
      await syncFolder(unfinished);
      await rename(unfinished, target);
      await syncFolder(dirname(target));
      return manifest;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  });
}

/**
 * First the note of the trail, because it must not be newer than the database. Then the files, because a file may be
 * removed during a long copy. Then the database, and then the files that were uploaded meanwhile.
 */
async function copyAll({ config, gateway, folder, progress }: Backup): Promise<Manifest> {
  const { blobs, anchors, clock, database: live } = gateway;
  const engine = await engineOf(config.databaseUrl, { poolSize: 1 });
  await engine.requireCopying();
  const anchor = await anchors.last();
  const madeAt = timestamp(clock());
  const target = await openBlobStore(`fs:${join(folder, NAMES.files)}`);
  makePrivateFolder(join(folder, NAMES.files));
  await using list = await openList(join(folder, NAMES.list), progress);
  await copyNew(blobs, target, list.add);
  const file = join(folder, DATABASE_FILES[engine.kind]);
  const secrets = await secretsInUse(live);
  const before = await engine.newestEvent();
  await telling(
    progress,
    async () => `The database: ${await megabytesOf(file)} copied.`,
    () => engine.copyTo(file),
  );
  const events = { before, after: await engine.newestEvent() };
  progress('The database is copied.');
  await copyNew(blobs, target, list.add);
  const files = await list.end();
  const marker = await blobs.marker();
  if (marker !== null) await target.mark(marker);
  await target.close();
  const database = { kind: engine.kind, ...(await digestTelling(file, progress)) };
  const kind = config.sandbox ? ({ sandbox: true } as const) : {};
  return { format: 1, version, made_at: madeAt, database, files, marker, anchor, secrets, ...kind, events };
}

/**
 * Copies the encrypted bytes of each file that the backup does not have yet. A blob is written once and never changes.
 */
async function copyNew(
  source: OpenGateway['blobs'],
  target: BlobStore,
  add: (file: StoredFile) => Promise<void>,
): Promise<void> {
  for await (const batch of inBatches(source.list(), FILES_AT_ONCE)) {
    const copied = await allEnded(
      batch.map((blob) =>
        startStep(`The backup ended at the file ${blob.key}`, () => copyOne(blob, source, target)),
      ),
    );
    for (const file of copied) if (file !== null) await add(file);
  }
}

/**
 * Null if there is nothing to copy: the backup has the file, its write is not finished, or it was removed after the
 * listing.
 */
async function copyOne(
  { key, size }: StoredBlob,
  source: OpenGateway['blobs'],
  target: BlobStore,
): Promise<StoredFile | null> {
  if (size === null || (await target.size(key)) !== null) return null;
  const stored = await source.get({ key, size, encryptedWith: null });
  if (stored === null) return null;
  const { body, digest } = digesting(stored);
  await target.put(key, body);
  const { size: bytes, sha256 } = digest();
  return { key, size: bytes, sha256 };
}

async function openList(path: string, progress: Progress) {
  const handle = await open(path, 'wx', PRIVATE_FILE_MODE);
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  return {
    async add(file: StoredFile): Promise<void> {
      const line = `${JSON.stringify(file)}\n`;
      hash.update(line);
      count += 1;
      bytes += file.size;
      await handle.write(line);
      if (count % PROGRESS_EVERY === 0) progress(`${count} files copied.`);
    },
    async end() {
      await handle.sync();
      return { count, bytes, list_sha256: hash.digest('hex') };
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** The real path without links; only its beginning must exist. Throws if a link points to nothing. */
const placeOf = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false }) === undefined
    ? join(placeOf(dirname(path)), basename(path))
    : realpathSync(path);

function requireFree(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ConfigError('The folder is not empty; a backup never replaces anything.');
  }
}

/** Makes a folder beside the target; it gets the name of the target at the end. */
const makeUnfinished = (target: string): Promise<string> =>
  mkdtemp(join(dirname(target), `${basename(target)}.unfinished-`));

/**
 * Replaces an existing empty folder, as the finished backup will do. If the system refuses, for example because a disk
 * is mounted there, the error comes before hours of copying.
 */
async function requireReplaceable(target: string): Promise<void> {
  const empty = await makeUnfinished(target);
  try {
    await rename(empty, target);
  } catch (error) {
    await rmdir(empty);
    throw error;
  }
}

/**
 * Throws if the target is inside the folder of the storage: there, the sweep would remove the copies as unused blobs.
 */
function requireOutside(target: string, storageUrl: string): void {
  const storage = storageOf(storageUrl);
  if (storage === null || !storageUrl.startsWith('fs:')) return;
  const [first] = relative(placeOf(resolve(storage.location)), target).split(sep);
  if (first !== '..')
    throw new ConfigError(
      'The folder is inside the folder of the files (STORAGE_URL); name one outside of it.',
    );
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using handle = await open(path, 'wx', PRIVATE_FILE_MODE);
  await handle.writeFile(text);
  await handle.sync();
}

const IN_MEMORY = 'STORAGE_URL keeps files in memory, which only the server itself can see.';
