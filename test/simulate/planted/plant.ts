import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';
import { PLANTED, type Planted } from './faults.ts';
import { rowOf } from '../kept/row.ts';
import { Faults } from '../machine/faults.ts';
import { castOf } from '../people/cast.ts';
import { type Asked, play, worldsFrom } from '../play.ts';
import { shrink } from '../shrink.ts';
import type { Told } from '../simulate.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COPIED = ['src', 'test/simulate', 'test/support', 'package.json', 'tsconfig.json'];
const WORLDS_OF_PROCESS = 50;

/** A text with the edits of a fault. Throws if a text is not there once, because the source has changed since. */
export function planted(text: string, { name, edits }: Planted, file: string): string {
  let changed = text;
  for (const edit of edits.filter((each) => each.file === file)) {
    if (changed.split(edit.from).length !== 2)
      throw new Error(`The fault "${name}" does not fit ${file}: its text is not there once.`);
    changed = changed.replace(edit.from, () => edit.to);
  }
  return changed;
}

interface Planting {
  /** The first seed. */
  readonly from: number;
  /** Seeds that are tried for each fault, if their worlds can find it. */
  readonly count: number;
  /** A text in the names of the faults. */
  readonly only: string;
  /** Whether the stories that find them are shrunk and printed, to be kept. */
  readonly shrinks: boolean;
  readonly database: DatabaseKind;
  readonly print: (line: string) => void;
}

/**
 * Plays worlds with one fault each, until one is wrong, on all cores. Prints which seed found each, and after how
 * long.
 */
export async function playPlanted(planting: Planting): Promise<boolean> {
  const faults = PLANTED.filter(({ name }) => name.includes(planting.only));
  let areFound = true;
  const work = async () => {
    for (let fault = faults.shift(); fault !== undefined; fault = faults.shift())
      if (!(await find(fault, planting))) areFound = false;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return areFound;
}

async function find(fault: Planted, { from, count, shrinks, database, print }: Planting): Promise<boolean> {
  const root = plant(fault);
  try {
    const began = Date.now();
    const worlds = worldsFrom(from, count).filter((each) => hasAllOf(fault, each, database));
    const found = await firstWrong(root, worlds, database);
    const seconds = Math.round((Date.now() - began) / 1_000);
    const wrong = found?.wrongs[0]?.slice(0, 100) ?? `${worlds.length} worlds were played`;
    print(`| ${fault.name} | ${found?.seed ?? 'not found'} | ${seconds} s | ${wrong} |`);
    if (found !== null && shrinks) {
      const { told, without } = await shrink(found, { root, database });
      print(rowOf(told, without, database));
    }
    return found !== null;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A copy of the sources with a fault. Returns its folder. */
function plant(fault: Planted): string {
  const root = mkdtempSync(join(tmpdir(), 'fundgate-planted-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const file of new Set(fault.edits.map((edit) => edit.file)))
    writeFileSync(join(root, file), planted(readFileSync(join(root, file), 'utf8'), fault, file));
  return root;
}

/** Whether a world has the people and the faults without which nothing can be seen. */
function hasAllOf({ needs = [] }: Planted, { seed }: Asked, database: DatabaseKind): boolean {
  const has = new Set<string>([...castOf(seed).people, ...new Faults(seed, new Set(), database).known]);
  return needs.every((need) => has.has(need));
}

async function firstWrong(
  root: string,
  worlds: readonly Asked[],
  database: DatabaseKind,
): Promise<Told | null> {
  for (let at = 0; at < worlds.length; at += WORLDS_OF_PROCESS)
    for await (const told of play({ worlds: worlds.slice(at, at + WORLDS_OF_PROCESS), root, database }))
      if (told.wrongs.length > 0) return told;
  return null;
}
