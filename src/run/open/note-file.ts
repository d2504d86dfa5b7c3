import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { ZodError } from 'zod';
import { ConfigError } from '../../kernel/config-error.ts';

/** Reads a note that the gateway keeps in DATA_DIR; null if there is none. Throws ConfigError if it is damaged. */
export async function readNote<Note>(
  file: string,
  form: z.ZodType<Note>,
  damaged: string,
): Promise<Note | null> {
  try {
    return form.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    if (!(cause instanceof SyntaxError) && !(cause instanceof ZodError)) throw cause;
    throw new ConfigError(damaged, { cause });
  }
}
