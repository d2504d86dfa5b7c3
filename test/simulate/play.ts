import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseKind } from '../../src/engine/sql/kinds.ts';
import type { Told } from './simulate.ts';

const ROOT = join(import.meta.dirname, '../..');
/** A folder in memory, if the machine has one: a simulated disk need not be a real one. */
const MEMORY = '/dev/shm';

/** Megabytes of young objects: a world makes many and keeps few, and each collection looks at all that live. */
const FLAGS = ['--max-semi-space-size=64'];

/** A world: what its seed makes of it, without some faults and people. */
export interface Asked {
  readonly seed: number;
  readonly without?: readonly string[];
}

interface Playing {
  readonly worlds: readonly Asked[];
  /** The folder of the sources, if they are not these. */
  readonly root?: string;
  readonly database?: DatabaseKind;
}

/** The worlds of so many seeds, one after another. */
export const worldsFrom = (first: number, count: number): readonly Asked[] =>
  Array.from({ length: count }, (_, at) => ({ seed: first + at }));

/** Plays worlds in a process of their own. Yields what each tells, as soon as it is over. */
export async function* play({ worlds, root = ROOT, database = 'sqlite' }: Playing): AsyncGenerator<Told> {
  const parent = existsSync(MEMORY) ? MEMORY : tmpdir();
  const worker = join(root, 'test/simulate/worker.ts');
  const child = spawn(process.execPath, [...FLAGS, worker, parent, database, JSON.stringify(worlds)], {
    cwd: root,
    // Compiled sources are kept for the next process. The bundle is not used, because a planted fault is in the sources.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'fundgate-simulate-compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += String(text);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  try {
    let told = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      told += 1;
      yield JSON.parse(line);
    }
    const code = await ended;
    if (code !== 0 || told < worlds.length)
      throw new Error(
        `The world after seed ${worlds[told - 1]?.seed ?? 'none'} broke off (${code}): ${errors}`,
      );
  } finally {
    child.kill();
  }
}
