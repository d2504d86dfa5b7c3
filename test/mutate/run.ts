import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { chance } from '../support/crash/chance.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { TARGETS } from './targets.ts';

/**
 * Changes sources a little, one place at a time, in a copy, and runs the tests of each. A mutant that all tests pass is
 * printed: a test is missing, or the change makes no difference. `node test/mutate/run.ts --only feed --count 20`.
 */
const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['src', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'schema.graphql'];
/** A mutant whose tests take so many times as long as without it waits for ever. */
const FOR_EVER = 6;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    /** Mutants of each target, drawn by the seed. */
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** Some lines run only on one database. */
    database: { type: 'string', default: 'sqlite' },
  },
});
const print = (line: string) => void process.stdout.write(`${line}\n`);

const root = mkdtempSync(join(tmpdir(), 'fundgate-mutate-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
process.chdir(root);

let made = 0;
const alive: string[] = [];
for (const [name, { sources, tests }] of Object.entries(TARGETS)) {
  if (!name.includes(values.only)) continue;
  const vitest = await createVitest('test', {
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    project: values.database,
    reporters: [{}],
  });
  const specifications = await vitest.getRelevantTestSpecifications([...tests]);
  const began = Date.now();
  if ((await verdictOf(vitest, specifications, null)) !== 'ALIVE')
    throw new Error(`The tests of ${name} fail without a change.`);
  const deadlineMs = FOR_EVER * (Date.now() - began);
  print(`${name}: ${specifications.length} files of tests`);
  for (const [file, mutant] of drawn(sources)) {
    made += 1;
    const about = `${file}:${mutant.line} ${JSON.stringify(mutant.from)} became ${JSON.stringify(mutant.to)}`;
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.slice(0, mutant.start) + mutant.to + source.slice(mutant.end));
    vitest.invalidateFile(join(root, file));
    const verdict = await verdictOf(vitest, specifications, deadlineMs);
    writeFileSync(file, source);
    vitest.invalidateFile(join(root, file));
    if (verdict === 'ALIVE') alive.push(about);
    print(`${verdict} ${about}`);
  }
  await vitest.close();
}
print(`${made} mutants, ${alive.length} alive`);
for (const each of alive) print(each);
process.exit(0);

/** Some mutants of all files, the same for a seed. */
function drawn(sources: readonly string[]): readonly (readonly [string, Mutant])[] {
  const numbers = chance(Number(values.seed));
  const all = sources
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .toSorted()
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')).map((mutant) => [file, mutant] as const));
  const chosen: (readonly [string, Mutant])[] = [];
  while (chosen.length < Number(values.count) && all.length > 0)
    chosen.push(...all.splice(numbers.below(all.length), 1));
  return chosen;
}

async function verdictOf(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
  deadlineMs: number | null,
): Promise<'noticed' | 'waits for ever' | 'ALIVE'> {
  let isLate = false;
  const late = () => {
    isLate = true;
    void vitest.cancelCurrentRun('test-failure');
  };
  const timer = deadlineMs === null ? undefined : setTimeout(late, deadlineMs);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([...specifications]);
  clearTimeout(timer);
  if (isLate) return 'waits for ever';
  const areAll = testModules.length === specifications.length && testModules.every((tests) => tests.ok());
  return areAll && unhandledErrors.length === 0 ? 'ALIVE' : 'noticed';
}
