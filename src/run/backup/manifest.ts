import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ConfigError } from '../../kernel/config-error.ts';
import { DATABASE_KINDS } from '../../engine/sql/kinds.ts';
import { inMegabytes, megabytesOf, type Progress, telling } from './progress.ts';
import { fileChunks } from '../../engine/files/file-chunks.ts';

/** Names in the folder of a backup. The manifest is written last. */
export const NAMES = { manifest: 'manifest.json', list: 'files.jsonl', files: 'files' } as const;
export const DATABASE_FILES = { sqlite: 'gateway.db', postgres: 'gateway.dump' } as const;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const CopiedEvents = z.strictObject({ before: z.string().nullable(), after: z.string().nullable() });
export type CopiedEvents = z.output<typeof CopiedEvents>;

const Manifest = z.strictObject({
  format: z.literal(1),
  /** The version of the gateway that made the backup. */
  version: z.string(),
  made_at: z.string(),
  database: z.strictObject({ kind: z.enum(DATABASE_KINDS), size: z.int().min(0), sha256: Sha256 }),
  /** The list has one line for each file: key, size and hash. */
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0), list_sha256: Sha256 }),
  /** The marker that the storage shares with its database. */
  marker: z.string().nullable(),
  /** The checkpoint that was noted before the database was copied. */
  anchor: z.strictObject({ number: z.int().min(0), hash: z.string() }).nullable(),
  /** The names of the secrets that the backup needs. */
  secrets: z.array(z.string()).readonly(),
  /** Present for a backup of a sandbox. */
  sandbox: z.literal(true).optional(),
  /** The newest event before and after the database was copied. */
  events: CopiedEvents,
});
export type Manifest = z.output<typeof Manifest>;

const StoredFile = z.strictObject({ key: z.string(), size: z.int().min(0), sha256: Sha256 });
export type StoredFile = z.output<typeof StoredFile>;

/** Throws if the folder is not a complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, NAMES.manifest), 'utf8')));
  } catch (cause) {
    throw new ConfigError('The folder is no backup: its manifest.json is not there, or cannot be read.', {
      cause,
    });
  }
}

/** The files of the list, one at a time, so a million files need little memory. */
export async function* listedFiles(folder: string): AsyncGenerator<StoredFile> {
  const lines = createInterface({ input: createReadStream(join(folder, NAMES.list)), crlfDelay: Infinity });
  for await (const line of lines) yield StoredFile.parse(JSON.parse(line));
}

/** Size and hash of a file. */
export async function digestOf(
  path: string,
  onSize = (_size: number): void => {},
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of fileChunks(path)) {
    hash.update(chunk);
    size += chunk.length;
    onSize(size);
  }
  return { size, sha256: hash.digest('hex') };
}

/** The digest of a long file, with progress messages. */
export async function digestTelling(path: string, progress: Progress): ReturnType<typeof digestOf> {
  let size = 0;
  const told = async () => `Hashing the database: ${inMegabytes(size)} of ${await megabytesOf(path)}.`;
  return telling(progress, told, () => digestOf(path, (read) => void (size = read)));
}
