import { opendir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { digesting } from '../../engine/bytes/digest.ts';
import { type BlobStore, openBlobStore } from '../../engine/blob/store.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../../kernel/config-error.ts';
import type { Engine } from '../../engine/sql/engine.ts';
import { engineOf } from '../open/engine-of.ts';
import { requireNames } from '../encryption/keys-in-use.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { allEnded } from '../../engine/async/all-ended.ts';
import { DamageError } from '../../kernel/damage.ts';
import { inBatches } from '../../engine/async/in-batches.ts';
import { anchorFileOf, createAnchors } from '../open/anchor-file.ts';
import { requireBackupOfKind } from '../open/gateway-kind.ts';
import { readSecrets } from '../open/secret-file.ts';
import { startStep } from '../open/start-step.ts';
import { megabytesOf, type Progress, telling } from './progress.ts';
import { FILES_AT_ONCE, PROGRESS_EVERY } from './limits.ts';
import {
  type CopiedEvents,
  DATABASE_FILES,
  digestOf,
  digestTelling,
  listedFiles,
  type Manifest,
  NAMES,
  readManifest,
  type StoredFile,
} from './manifest.ts';

interface Restore {
  readonly config: Config;
  readonly folder: string;
  readonly progress: Progress;
}

interface Places {
  readonly engine: Engine;
  readonly copies: BlobStore;
  readonly storage: BlobStore;
}

/**
 * Restores a backup to the database and the storage of the configuration, which must be empty. All checks come before
 * the first write. The marker of the storage is written first, so no gateway starts with a half restored storage. The
 * database is written last, in one step. After a kill the same command continues. It also continues if a person
 * restored the database.
 */
export async function restore({ config, folder, progress }: Restore): Promise<Manifest> {
  const source = resolve(folder);
  return startStep('The backup cannot be restored', async () => {
    const manifest = await readManifest(source);
    requireBackupOfKind(manifest, config);
    await requireNoLinks(source);
    const engine = await engineOf(config.databaseUrl, { poolSize: 1 });
    const copies = await openBlobStore(`fs:${join(source, NAMES.files)}`);
    const storage = await openBlobStore(config.storageUrl, config.storageSettings);
    const copy = join(source, DATABASE_FILES[engine.kind]);
    const anchors = createAnchors(anchorFileOf(config.dataDir, config.databaseUrl));
    try {
      const places = { engine, copies, storage };
      requireFitting(manifest, places);
      requireSecrets(manifest, config);
      await engine.doubts();
      const isThere = await requireVacant(manifest, engine);
      const isBegun = await requireVacantStorage(manifest, places);
      await requireWhole(manifest, source, progress);
      const noted = await anchors.last();
      // This check is the last one, so all others have passed when a person follows its advice.
      if (!isThere) await engine.requireRestoring(copy);

      if (manifest.marker !== null) await storage.mark(manifest.marker);
      if (isBegun) await removeUnfinished(places);
      await restoreFiles(source, places, progress);
      // An existing note of this machine stays, because it can show that the backup is too old.
      if (manifest.anchor !== null && noted === null) await anchors.replace(manifest.anchor);
      if (!isThere) await restoreDatabase(engine, copy, progress);
      progress(isThere ? RESTORED_BESIDE : 'Database and files are restored.');
    } finally {
      await storage.close();
      await copies.close();
    }
    return manifest;
  });
}

const restoreDatabase = (engine: Engine, copy: string, progress: Progress): Promise<void> =>
  telling(
    progress,
    async (seconds) => `Restoring the database of ${await megabytesOf(copy)}, for ${seconds} s now.`,
    () => engine.restoreFrom(copy),
  );

/** A backup has only files and folders. A link in it could bring in any file of this machine. */
async function requireNoLinks(folder: string): Promise<void> {
  for await (const entry of await opendir(folder, { recursive: true }))
    if (!entry.isFile() && !entry.isDirectory()) throw new ConfigError(NOT_PLAIN);
}

function requireFitting({ database }: Manifest, { engine, storage }: Places): void {
  if (database.kind !== engine.kind)
    throw new ConfigError(
      `The backup is of ${database.kind}, and DATABASE_URL is of ${engine.kind}; name one of the same kind.`,
    );
  if (!storage.isKept)
    throw new ConfigError('STORAGE_URL keeps files in memory, which only the server itself can see.');
}

function requireSecrets({ secrets: needed }: Manifest, config: Config): void {
  const secrets = readSecrets(config);
  if (secrets === null) throw new ConfigError(NO_SECRET);
  requireNames(needed, openKeyring(secrets), 'the backup');
}

/** Whether the database of the backup is already restored. Throws if there is anything else. */
async function requireVacant({ events }: Manifest, engine: Engine): Promise<boolean> {
  if (await engine.isVacant()) return false;
  if (await isCopy(events, engine)) return true;
  throw new ConfigError(`${NOT_VACANT}, and it differs from the backup; ${MAKE_ROOM}`);
}

/** A copy has the newest event from before the copying and no event from after it. */
async function isCopy({ before, after }: CopiedEvents, engine: Engine): Promise<boolean> {
  const newest = await engine.newestEvent();
  if (newest === null) return before === null;
  if (after === null || newest > after) return false;
  return before === null || (await engine.newestEvent(before)) === before;
}

/** Whether an earlier restore of the same backup began to fill the storage. Throws if the storage has anything else. */
async function requireVacantStorage({ marker }: Manifest, { storage, copies }: Places): Promise<boolean> {
  const found = await storage.marker();
  const isBegun = found !== null && found === marker;
  if (found !== null && !isBegun) throw new ConfigError(STORAGE_NOT_EMPTY);
  for await (const { key } of storage.list())
    if (!isBegun || (await copies.size(key)) === null) throw new ConfigError(STORAGE_NOT_EMPTY);
  return isBegun;
}

/** Removes files that an earlier restore did not finish. */
async function removeUnfinished({ storage, copies }: Places): Promise<void> {
  for await (const { key, size } of storage.list())
    if (size !== (await copies.size(key))) await storage.remove(key);
}

/** Checks the copy of the database before anything is written; later would be too late. */
async function requireWhole(
  { database, files }: Manifest,
  folder: string,
  progress: Progress,
): Promise<void> {
  const copy = await digestTelling(join(folder, DATABASE_FILES[database.kind]), progress);
  if (copy.sha256 !== database.sha256) throw changed(DATABASE_FILES[database.kind]);
  const list = await digestOf(join(folder, NAMES.list));
  if (list.sha256 !== files.list_sha256) throw changed(NAMES.list);
}

async function restoreFiles(folder: string, { copies, storage }: Places, progress: Progress): Promise<void> {
  let count = 0;
  for await (const batch of inBatches(listedFiles(folder), FILES_AT_ONCE)) {
    await allEnded(batch.map((file) => restoreFile(file, copies, storage)));
    const before = Math.floor(count / PROGRESS_EVERY);
    count += batch.length;
    if (Math.floor(count / PROGRESS_EVERY) > before) progress(`${count} files restored.`);
  }
}

async function restoreFile(file: StoredFile, copies: BlobStore, storage: BlobStore): Promise<void> {
  // Already restored by a run that was killed.
  if ((await storage.size(file.key)) !== null) return;
  const bytes = await copies.get(file.key);
  if (bytes === null) throw changed(`${NAMES.files} (${file.key} is missing)`);
  const { body, digest } = digesting(bytes);
  try {
    await storage.put(
      file.key,
      requiring(body, () => digest().sha256 === file.sha256),
    );
  } catch (error) {
    if (error instanceof DamageError) throw changed(`${NAMES.files} (${file.key})`);
    throw error;
  }
}

/** Fails at the end of the body if it is not as expected, so the storage keeps nothing of it. */
async function* requiring(body: AsyncIterable<Uint8Array>, isRight: () => boolean) {
  yield* body;
  if (!isRight()) throw new DamageError('The copy of a file is changed.', 'backup');
}

const changed = (what: string): ConfigError =>
  new ConfigError(`The backup is damaged: ${what} has changed. The database was not restored.`);

const NOT_PLAIN =
  'The backup is damaged: it has a link or a device, and a backup has only files. Nothing was restored.';
const NO_SECRET =
  'The secret is not part of a backup: put its secret.key into DATA_DIR, or set SECRET_KEY, then restore.';
const NOT_VACANT = 'There is already a database, or a part of one, at DATABASE_URL';
const MAKE_ROOM = 'a backup never replaces anything: move the old one away, or name an empty place.';
const STORAGE_NOT_EMPTY = `The file storage (STORAGE_URL, by default in DATA_DIR) is not empty; ${MAKE_ROOM}`;
const RESTORED_BESIDE = 'The database was already restored from this backup. The files are restored now.';
