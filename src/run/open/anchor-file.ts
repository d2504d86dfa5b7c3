import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { Anchor, Anchors } from '../../trail/checkpoint/anchor.ts';
import { placeOf } from '../../engine/postgres/connections/server-urls.ts';
import { replaceFile } from '../../engine/files/durable.ts';
import { readNote } from './note-file.ts';

const Noted = z.strictObject({ number: z.int().min(0), hash: z.string().regex(/^(?:[0-9a-f]{64})?$/) });

/** Hex digits of the hash in the file's name: enough to give two databases of one DATA_DIR different files. */
const NAME_LENGTH = 16;

/** The file in DATA_DIR for a database; null for one in memory, which ends with its process. */
export function anchorFileOf(dataDir: string, databaseUrl: string): string | null {
  if (databaseUrl === 'sqlite::memory:') return null;
  const name = createHash('sha256').update(identityOf(dataDir, databaseUrl)).digest('hex');
  return join(dataDir, `audit-anchor-${name.slice(0, NAME_LENGTH)}.json`);
}

/** The identity of a database, without its password and the path of DATA_DIR, because both may change. */
function identityOf(dataDir: string, databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite:'))
    return `sqlite:${relative(dataDir, databaseUrl.slice('sqlite:'.length))}`;
  return placeOf(databaseUrl);
}

/**
 * Notes checkpoints in a file, and replaces the file atomically. If there is no file or it cannot be written, it keeps
 * them in memory.
 */
export function createAnchors(file: string | null): Anchors {
  let known: Anchor | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const last = async (): Promise<Anchor | null> =>
    file === null ? known : ((await readNote(file, Noted, DAMAGED)) ?? known);

  async function replace({ number, hash }: Anchor): Promise<void> {
    known = { number, hash };
    if (file !== null) await replaceFile(file, `${JSON.stringify(known)}\n`);
  }

  async function note(anchor: Anchor): Promise<void> {
    const before = await last();
    if (before === null || anchor.number > before.number) await replace(anchor);
  }

  return {
    last,
    replace,
    // One write at a time, because two writes of the same file would mix.
    note(anchor) {
      const noted = turn.then(() => note(anchor));
      turn = noted.catch(() => {});
      return noted;
    },
  };
}

const DAMAGED =
  'The file in DATA_DIR that notes the last checkpoint (audit-anchor-*.json) is damaged: run "audit verify" on a copy of DATA_DIR without it, then "audit accept".';
