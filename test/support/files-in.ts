import { readdir } from 'node:fs/promises';
import { MARKER_NAME } from '../../src/engine/blob/drivers/blob-driver.ts';

/** The names of the files of a storage, unfinished ones included; not its marker. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== MARKER_NAME);
}
