import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { chance } from '../support/crash/chance.ts';
import { Trials, WARM } from './trials.ts';
import { mutantsOf } from './mutants.ts';
import { describeMutant, type Placed } from './placed.ts';
import { refusedByTypes } from './refused-by-types.ts';
import { withSwitches } from './switches.ts';
import { TARGETS } from './targets.ts';

/**
 * Changes sources a little, one place at a time, in a copy, and runs the tests that come to the place. A mutant that all
 * of them pass is printed: a test is missing, or the change makes no difference.
 * `node test/mutate/run.ts --only feed --count 20`.
 */
const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['src', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'schema.graphql'];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    /** Mutants of each target, drawn by the seed. */
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** `sqlite,postgres` tries on PostgreSQL what is alive on SQLite: some lines run only on one of them. */
    database: { type: 'string', default: 'sqlite' },
    /** Places, as they are printed: `src/trail/positions/relay.ts:42`, or whole files; several with commas. */
    at: { type: 'string', default: '' },
    /** Tests in place of those of the target, several with commas. */
    tests: { type: 'string', default: '' },
    /** Leaves out what the compiler refuses among those that are alive: a minute of a core for each run of it. */
    types: { type: 'boolean', default: false },
  },
});
const print = (line: string) => void process.stdout.write(`${line}\n`);
const secondsSince = (began: number): number => Math.round((Date.now() - began) / 1000);
const partsOf = (text: string) => text.split(',').filter((part) => part !== '');

const root = mkdtempSync(join(tmpdir(), 'fundgate-mutate-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
cpSync(join(root, 'test/mutate/warm.ts'), join(root, WARM));
symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
process.chdir(root);

for (const [name, { sources, tests }] of Object.entries(TARGETS))
  if (name.includes(values.only))
    await tryTarget(name, sources, values.tests === '' ? tests : partsOf(values.tests));
process.exit(0);

async function tryTarget(name: string, sources: readonly string[], tests: readonly string[]): Promise<void> {
  const all = placesIn(sources);
  const chosen = drawn(all);
  print(`${name}: ${all.length} mutants, ${chosen.length} to try`);
  const originals = new Map(all.map(({ file }) => [file, readFileSync(file, 'utf8')]));
  for (const [file, source] of originals) {
    const own = all.filter((mutant) => mutant.file === file);
    writeFileSync(file, withSwitches(source, own));
  }
  let alive = chosen;
  for (const database of partsOf(values.database))
    if (alive.length > 0) alive = await aliveOn(database, tests, alive);
  for (const [file, source] of originals) writeFileSync(file, source);
  const refused = values.types ? refusedByTypes(root, alive) : new Set();
  alive = alive.filter(({ number }) => !refused.has(number));
  print(
    `${name}: ${chosen.length - refused.size} tried, ${refused.size} more refused by the compiler, ${alive.length} alive`,
  );
  for (const mutant of alive) print(`  ${describeMutant(mutant)}`);
}

/** The mutants that no test notices on a database. */
async function aliveOn(
  database: string,
  tests: readonly string[],
  mutants: readonly Placed[],
): Promise<readonly Placed[]> {
  const trials = await Trials.over(root, database, tests);
  const alive = new Map(mutants.map((mutant) => [mutant.number, mutant]));
  /** The files that may only notice a mutant in a process of its own. */
  const aloneIn = new Map<number, string[]>();
  const reached = new Set<number>();
  const end = (number: number, verdict: string, by: string) => {
    const mutant = alive.get(number);
    if (mutant === undefined || !/^(?:noticed|waits)/.test(verdict)) return;
    alive.delete(number);
    print(`${verdict} ${describeMutant(mutant)} (${by})`);
  };
  for (const file of trials.files) {
    const began = Date.now();
    const verdicts = await trials.together(file, [...alive.keys()]).catch((error: unknown) => {
      print(`${relative(root, file)} is left out: ${String(error)}`);
      return new Map<number, string>();
    });
    for (const [number, verdict] of verdicts) {
      if (verdict !== 'unreached') reached.add(number);
      if (verdict === 'once' || verdict === 'spoiled')
        aloneIn.set(number, [...(aloneIn.get(number) ?? []), file]);
      end(number, verdict, relative(root, file));
    }
    print(`${alive.size} alive after ${relative(root, file)}, ${secondsSince(began)} s`);
  }
  for (const [number, files] of aloneIn)
    if (alive.has(number)) end(number, await trials.alone(files, number), `${files.length} files`);
  await trials.close();
  for (const [number, mutant] of alive)
    print(`${reached.has(number) ? 'ALIVE' : 'NOT REACHED'} on ${database} ${describeMutant(mutant)}`);
  return [...alive.values()];
}

/** All mutants of some folders. */
function placesIn(sources: readonly string[]): readonly Placed[] {
  return sources
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .toSorted()
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')).map((mutant) => ({ ...mutant, file })))
    .map((mutant, number) => ({ ...mutant, number }));
}

/** Some mutants, the same for a seed; or those at the places that are asked for. */
function drawn(all: readonly Placed[]): readonly Placed[] {
  const places = partsOf(values.at);
  if (places.length > 0)
    return all.filter(({ file, line }) => places.includes(file) || places.includes(`${file}:${line}`));
  const numbers = chance(Number(values.seed));
  const rest = [...all];
  const chosen: Placed[] = [];
  while (chosen.length < Number(values.count) && rest.length > 0)
    chosen.push(...rest.splice(numbers.below(rest.length), 1));
  return chosen;
}
