import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Placed } from './placed.ts';

/**
 * The mutants that the compiler refuses: no test needs to notice them. A run of the compiler takes a minute of a core, so
 * each checks one mutant of every declaration. `root` is a copy of the project, with the sources as they are.
 */
export function refusedByTypes(root: string, mutants: readonly Placed[]): ReadonlySet<number> {
  const refused = new Set<number>();
  const byDeclaration = Map.groupBy(mutants, ({ file, lines }) => `${file} ${lines[0]}`);
  for (let round = 0; ; round += 1) {
    const chosen = [...byDeclaration.values()].flatMap((each) => each[round] ?? []);
    if (chosen.length === 0) return refused;
    const faults = faultsWith(root, chosen);
    for (const { file, lines, number } of chosen)
      if (faults.some((fault) => fault.file === file && fault.line >= lines[0] && fault.line <= lines[1]))
        refused.add(number);
  }
}

/** A condition that is never true, or a call that is left out, is no error of types. */
const TYPES_ALONE = { allowUnreachableCode: true, noUnusedLocals: false, noUnusedParameters: false };

interface Fault {
  readonly file: string;
  readonly line: number;
}

/** The errors of the compiler if the sources have these mutants. */
function faultsWith(root: string, chosen: readonly Placed[]): readonly Fault[] {
  const sources = new Map(chosen.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')]));
  for (const [file, source] of sources) writeFileSync(join(root, file), withMutants(file, source, chosen));
  const project = join(root, 'tsconfig.mutants.json');
  writeFileSync(
    project,
    // All sources, because some add to the types of others: the tables, for example.
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: TYPES_ALONE, include: ['src'] }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false', '--project', project], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const [file, source] of sources) writeFileSync(join(root, file), source);
  return [...stdout.matchAll(/^(?<file>[^(\n]+)\((?<line>\d+),/gm)].map(({ groups }) => ({
    file: groups?.['file'] ?? '',
    line: Number(groups?.['line']),
  }));
}

/** A source with several mutants; each line keeps its number. */
function withMutants(file: string, source: string, chosen: readonly Placed[]): string {
  let text = source;
  for (const { start, end, from, to } of chosen
    .filter((each) => each.file === file)
    .toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + to + '\n'.repeat(from.split('\n').length - 1) + text.slice(end);
  return text;
}
