import { stat } from 'node:fs/promises';
import { world } from '../../kernel/world.ts';

export type Progress = (sentence: string) => void;

/** Interval of the progress messages of a step that has no other messages. */
const EVERY_MS = 1_000;
const MB = 1_000_000;

/**
 * Does a long step and reports its progress every second. `told` makes the message from the seconds that have passed.
 */
export async function telling<Result>(
  progress: Progress,
  told: (seconds: number) => Promise<string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = world.elapsedMs();
  const tell = async () => progress(await told(Math.round((world.elapsedMs() - began) / EVERY_MS)));
  // A message that cannot be made is left out, because the step itself reports what is wrong.
  const timer = world.every(() => void tell().catch(() => {}), EVERY_MS);
  try {
    return await work();
  } finally {
    world.cancel(timer);
  }
}

/** The size of a file in MB, as text; 0 if there is none yet. */
export async function megabytesOf(path: string): Promise<string> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return inMegabytes(size);
}

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / MB).toLocaleString('en')} MB`;
