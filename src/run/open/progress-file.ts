import { z } from 'zod';
import type { Progress, ProgressNotes } from '../../trail/checkpoint/progress.ts';
import { replaceFile } from '../../engine/files/durable.ts';
import { readNote } from './note-file.ts';

const Noted = z.strictObject({
  system: z.string().nullable(),
  timeline: z.int().min(0).nullable(),
  position: z.int().min(0),
  event: z.string().nullable(),
  accepted: z.string(),
});

/** A separate file beside the note of the last checkpoint, because the two are written at different times. */
export const progressFileOf = (anchorFile: string | null): string | null =>
  anchorFile?.replace('audit-anchor-', 'audit-server-') ?? null;

/** Keeps the note in memory if there is no file. */
export function createProgressNotes(file: string | null): ProgressNotes {
  let known: Progress | null = null;
  return {
    last: async () => (file === null ? known : ((await readNote(file, Noted, DAMAGED)) ?? known)),
    async replace(progress) {
      known = progress;
      if (file !== null) await replaceFile(file, `${JSON.stringify(progress)}\n`);
    },
  };
}

const DAMAGED =
  'The file in DATA_DIR that notes the server of the database (audit-server-*.json) is damaged: remove it, and run "audit verify".';
