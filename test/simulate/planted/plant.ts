import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';
import { PLANTED, type Planted } from './faults.ts';
import { play } from '../play.ts';

const ROOT = join(import.meta.dirname, '../../..');
const COPIED = ['src', 'test/simulate', 'test/support', 'package.json', 'tsconfig.json'];
const WORLDS_OF_PROCESS = 25;

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
  /** Seeds that are tried for each fault. */
  readonly count: number;
  /** A text in the names of the faults. */
  readonly only: string;
  readonly database: DatabaseKind;
  readonly print: (line: string) => void;
}

/** Plays worlds with one fault after another, until one is wrong. Prints which seed found each, and after how long. */
export async function playPlanted({ count, only, database, print }: Planting): Promise<boolean> {
  let areFound = true;
  for (const fault of PLANTED.filter(({ name }) => name.includes(only))) {
    const began = Date.now();
    const found = await firstWrong(fault, count, database);
    const seconds = Math.round((Date.now() - began) / 1_000);
    areFound &&= found !== null;
    print(`| ${fault.name} | ${found?.seed ?? 'not found'} | ${seconds} s | ${found?.wrong ?? ''} |`);
  }
  return areFound;
}

async function firstWrong(
  fault: Planted,
  count: number,
  database: DatabaseKind,
): Promise<{ readonly seed: number; readonly wrong: string } | null> {
  const root = mkdtempSync(join(tmpdir(), 'fundgate-planted-'));
  try {
    for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const file of new Set(fault.edits.map((edit) => edit.file)))
      writeFileSync(join(root, file), planted(readFileSync(join(root, file), 'utf8'), fault, file));
    for (let first = 1; first <= count; first += WORLDS_OF_PROCESS) {
      const seeds = Array.from(
        { length: Math.min(WORLDS_OF_PROCESS, count - first + 1) },
        (_, at) => first + at,
      );
      for await (const { seed, wrongs } of play({ seeds, root, database }))
        if (wrongs[0] !== undefined) return { seed, wrong: wrongs[0].slice(0, 100) };
    }
    return null;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
