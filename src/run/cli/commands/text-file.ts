import { readFile, stat } from 'node:fs/promises';
import { refusal } from '../../../kernel/errors.ts';
import { decodeText } from '../../../engine/file-type/decode-text.ts';

const MIB = 1_024 * 1_024;

/** The bytes and the text of the file of a command. Looks at the size first, so that no large file is read. */
export async function readTextFile(file: string, bytesMax: number) {
  const wrong = (says: string, cause?: unknown) =>
    refusal('parameter_invalid', says, { path: ['file'], cause });
  const unreadable = (cause: unknown) => wrong('must be a file that can be read', cause);
  const { size } = await stat(file).catch((error: unknown) => {
    throw unreadable(error);
  });
  if (size > bytesMax) throw wrong(`must have at most ${bytesMax / MIB} MiB`);
  const bytes = await readFile(file).catch((error: unknown) => {
    throw unreadable(error);
  });
  const text = decodeText(bytes);
  if (text === null) throw wrong('must be UTF-8, or UTF-16 with a byte-order mark');
  return { bytes, text };
}
