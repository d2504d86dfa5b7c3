import { join, resolve } from 'node:path';
import { type BlobStore, openBlobStore } from '../../blob/store.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { Engine } from '../../db/engine.ts';
import { engineOf } from '../../db/open.ts';
import { DamageError } from '../../kernel/damage.ts';
import { anchorFileOf, createAnchors } from '../open/anchor-file.ts';
import { readSecrets } from '../open/secret-file.ts';
import { startStep } from '../start-step.ts';
import { digested } from './digested.ts';
import { inBatches } from './in-batches.ts';
import {
  DATABASE_FILES,
  digestOf,
  listedFiles,
  type Manifest,
  NAMES,
  readManifest,
  type StoredFile,
} from './manifest.ts';

/** Files between two progress messages. */
const PROGRESS_EVERY = 1_000;

interface Restore {
  readonly config: Config;
  readonly folder: string;
  readonly progress: (sentence: string) => void;
}

interface Places {
  readonly engine: Engine;
  readonly copies: BlobStore;
  readonly storage: BlobStore;
}

/**
 * Restores a backup to the database and the storage of the configuration, which must be empty. The marker of the
 * storage is written first, so that no gateway starts with a half restored storage. The database is written last, in
 * one step. After a kill the same command continues.
 */
export async function restore({ config, folder, progress }: Restore): Promise<Manifest> {
  const source = resolve(folder);
  return startStep('The backup cannot be restored', async () => {
    const manifest = await readManifest(source);
    const engine = await engineOf(config.databaseUrl, { poolSize: 1 });
    const copies = await openBlobStore(`fs:${join(source, NAMES.files)}`);
    const storage = await openBlobStore(config.storageUrl, config.storageSettings);
    try {
      const places = { engine, copies, storage };
      await requireUsable(manifest, source, config, places);
      await requireWhole(manifest, source);
      if (manifest.marker !== null) await storage.mark(manifest.marker);
      await restoreFiles(source, places, progress);
      await restoreAnchor(manifest, config);
      await engine.restoreFrom(join(source, DATABASE_FILES[engine.kind]));
    } finally {
      await storage.close();
      await copies.close();
    }
    progress('Database and files are restored.');
    return manifest;
  });
}

async function requireUsable(
  manifest: Manifest,
  source: string,
  config: Config,
  places: Places,
): Promise<void> {
  const { engine, storage } = places;
  if (manifest.database.kind !== engine.kind) {
    throw new ConfigError(
      `The backup is of ${manifest.database.kind}, and DATABASE_URL is of ${engine.kind}.`,
    );
  }
  if (!storage.isKept) {
    throw new ConfigError('STORAGE_URL keeps files in memory, which only the server itself can see.');
  }
  if (readSecrets(config) === null) throw new ConfigError(NO_SECRET);
  await engine.requireRestoring(join(source, DATABASE_FILES[engine.kind]));
  if (!(await engine.isVacant())) throw new ConfigError(NOT_VACANT);
  await requireVacantStorage(manifest, places);
}

/**
 * Throws unless the storage is empty or an earlier restore of the same backup began to fill it. Removes files that
 * this restore did not finish.
 */
async function requireVacantStorage({ marker }: Manifest, { storage, copies }: Places): Promise<void> {
  const found = await storage.marker();
  const isBegun = found !== null && found === marker;
  if (found !== null && !isBegun) throw new ConfigError(STORAGE_NOT_EMPTY);
  for await (const { key, size } of storage.list()) {
    if (!isBegun) throw new ConfigError(STORAGE_NOT_EMPTY);
    const copied = await copies.size(key);
    if (copied === null) throw new ConfigError(STORAGE_NOT_EMPTY);
    if (size !== copied) await storage.remove(key);
  }
}

/** Runs before anything is written, because a damaged copy of the database would be noticed too late. */
async function requireWhole({ database, files }: Manifest, folder: string): Promise<void> {
  const copy = await digestOf(join(folder, DATABASE_FILES[database.kind]));
  if (copy.sha256 !== database.sha256) throw changed(DATABASE_FILES[database.kind]);
  const list = await digestOf(join(folder, NAMES.list));
  if (list.sha256 !== files.list_sha256) throw changed(NAMES.list);
}

async function restoreFiles(
  folder: string,
  { copies, storage }: Places,
  progress: (sentence: string) => void,
): Promise<void> {
  let count = 0;
  for await (const batch of inBatches(listedFiles(folder))) {
    await Promise.all(batch.map((file) => restoreFile(file, copies, storage)));
    const before = Math.floor(count / PROGRESS_EVERY);
    count += batch.length;
    if (Math.floor(count / PROGRESS_EVERY) > before) progress(`${count} files restored.`);
  }
}

async function restoreFile(file: StoredFile, copies: BlobStore, storage: BlobStore): Promise<void> {
  // Restored already, before a kill.
  if ((await storage.size(file.key)) !== null) return;
  const bytes = await copies.get(file.key);
  if (bytes === null) throw changed(`${NAMES.files} (${file.key} is missing)`);
  const { body, digest } = digested(bytes);
  try {
    await storage.put(
      file.key,
      requiring(body, () => digest()?.sha256 === file.sha256),
    );
  } catch (error) {
    if (error instanceof DamageError) throw changed(`${NAMES.files} (${file.key})`);
    throw error;
  }
}

/** Fails at the end of the bytes where they are not as expected, so that the storage keeps nothing of them. */
async function* requiring(body: AsyncIterable<Uint8Array>, isRight: () => boolean) {
  yield* body;
  if (!isRight()) throw new DamageError('The copy of a file is changed.', 'backup');
}

/**
 * Writes the note of the last checkpoint, unless this machine has one. That one is kept, because it can show that the
 * backup is too old.
 */
async function restoreAnchor({ anchor }: Manifest, config: Config): Promise<void> {
  const anchors = createAnchors(anchorFileOf(config.dataDir, config.databaseUrl));
  if (anchor !== null && (await anchors.last()) === null) await anchors.replace(anchor);
}

const changed = (what: string): ConfigError =>
  new ConfigError(`The backup is not as it was made: ${what} has changed. The database was not restored.`);

const NO_SECRET =
  'The secret is no part of a backup: put its secret.key into DATA_DIR, or set SECRET_KEY, then restore.';
const NOT_VACANT =
  'There is a database already, or a part of one, where DATABASE_URL says; a backup is never restored over something.';
const STORAGE_NOT_EMPTY =
  'The file storage (STORAGE_URL, by default in DATA_DIR) is not empty; a backup is never restored over something.';
