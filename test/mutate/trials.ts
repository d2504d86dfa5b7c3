import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createVitest,
  type TestModule,
  type TestSpecification,
  type TestSuite,
  type Vitest,
} from 'vitest/node';
import { MUTANT, PLAN, type Plan, type Refusal, REFUSALS, suiteOf, WITHOUT } from './plan.ts';

/** How long a cancelled run may take to end by itself. */
const CANCEL_MS = 5_000;
/** The tests of one file with one mutant take some seconds, the start of a process too; on a very busy machine minutes. */
const FOR_EVER_MS = 300_000;
/** Files of one process, for a mutant that needs its own. */
const TOGETHER = 4;
/** How often the program looks whether the process of the tests goes on. */
const LOOK_MS = 2_000;
/** Where `warm.ts` stands in the copy. */
export const WARM = 'test/mutate/warm.test.ts';

type Verdict = 'noticed' | 'waits for ever' | 'green' | Refusal;

/** Runs tests, each time in a new process. */
export class Trials {
  readonly #vitest: Vitest;
  readonly #root: string;
  readonly #warm: TestSpecification;
  readonly #specifications: ReadonlyMap<string, TestSpecification>;

  private constructor(
    vitest: Vitest,
    root: string,
    warm: TestSpecification,
    specifications: readonly TestSpecification[],
  ) {
    this.#vitest = vitest;
    this.#root = root;
    this.#warm = warm;
    this.#specifications = new Map(specifications.map((each) => [each.moduleId, each]));
  }

  /** Trials by the tests in some folders of a copy of the project. */
  static async over(root: string, database: string, tests: readonly string[]): Promise<Trials> {
    const vitest = await createVitest('test', {
      root,
      config: join(root, 'test/mutate/vitest.config.ts'),
      watch: false,
      project: database,
    });
    const [warm] = await vitest.getRelevantTestSpecifications([WARM]);
    if (warm === undefined) throw new Error(`There is no ${WARM}.`);
    const found = await Promise.all(tests.map((path) => vitest.getRelevantTestSpecifications([path])));
    return new Trials(vitest, root, warm, found.flat());
  }

  get files(): readonly string[] {
    return [...this.#specifications.keys()];
  }

  /** Runs files with one mutant, a few in a process. */
  async alone(files: readonly string[], mutant: number): Promise<Verdict> {
    const rest = files.flatMap((file) => this.#specifications.get(file) ?? []);
    while (rest.length > 0) {
      const modules = await this.#run(rest.splice(0, TOGETHER), { [MUTANT]: String(mutant) }, null);
      if (modules === null) return 'waits for ever';
      if (!modules.every((module) => module.ok())) return 'noticed';
    }
    return 'green';
  }

  /** Runs a file with one mutant after another, in one process. Throws if the tests fail without a mutant. */
  async together(file: string, mutants: readonly number[]): Promise<ReadonlyMap<number, Verdict>> {
    const verdicts = new Map<number, Verdict>();
    const log = join(this.#root, `log-${process.pid}`);
    for (let rest = mutants; rest.length > 0; rest = rest.filter((each) => !verdicts.has(each))) {
      writeFileSync(log, '');
      const plan: Plan = { file, mutants: rest, log };
      const [module = null] = (await this.#run([this.#warm], { [PLAN]: JSON.stringify(plan) }, log)) ?? [];
      if (module === null) {
        // The mutants before it are tried again, without it.
        const begun = readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? '';
        if (!/^\d+$/.test(begun)) throw new Error(`${file} does not end.`);
        verdicts.set(Number(begun), 'waits for ever');
        continue;
      }
      for (const [mutant, verdict] of verdictsIn(module)) verdicts.set(mutant, verdict);
    }
    rmSync(log, { force: true });
    return verdicts;
  }

  async close(): Promise<void> {
    await this.#vitest.close();
  }

  /** Null if nothing happens for too long: no line is added to the log. */
  async #run(
    specifications: readonly TestSpecification[],
    environment: Readonly<Record<string, string>>,
    log: string | null,
  ): Promise<readonly TestModule[] | null> {
    for (const { config } of this.#vitest.projects) {
      config.env = { ...config.env, [MUTANT]: '', ...environment };
      // One red test says enough of a mutant that has the process to itself.
      config.bail = log === null ? 1 : 0;
    }
    let [said, since, isLate] = ['', Date.now(), false];
    const looking = setInterval(() => {
      const says = log === null ? '' : readFileSync(log, 'utf8');
      if (says !== said) [said, since] = [says, Date.now()];
      if (isLate || Date.now() - since < FOR_EVER_MS) return;
      isLate = true;
      void this.#vitest.cancelCurrentRun('test-failure');
      // The second time a process is killed that does not end, because it calculates for ever.
      setTimeout(() => void this.#vitest.cancelCurrentRun('test-failure'), CANCEL_MS).unref();
    }, LOOK_MS);
    const { testModules } = await this.#vitest.runTestSpecifications([...specifications]);
    clearInterval(looking);
    // Vitest also knows the files of earlier runs.
    const ids = new Set(specifications.map(({ moduleId }) => moduleId));
    return isLate ? null : testModules.filter(({ moduleId }) => ids.has(moduleId));
  }
}

/** The verdicts of a process, by the names of its suites. Those that a later process has to find are not there. */
function verdictsIn(module: TestModule): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  let unchecked: number[] = [];
  for (const [at, suite] of [...module.children.suites()].entries()) {
    const mutant = suite.name.startsWith(WITHOUT) ? null : Number(suite.name.slice(suiteOf('').length));
    if (mutant === null) {
      if (suite.ok()) unchecked = [];
      else if (at < 2) throw new Error(`The tests fail without a mutant. ${reasonOf(suite)}`);
      else for (const each of unchecked) verdicts.set(each, 'spoiled');
      if (!suite.ok()) return verdicts;
      continue;
    }
    const refusal = suite.errors()[0]?.message;
    const [found] = Object.entries(REFUSALS).find(([, text]) => text === refusal) ?? [];
    if (found === 'unreached' || found === 'once') verdicts.set(mutant, found);
    else if (suite.ok()) verdicts.set(mutant, 'green');
    else {
      verdicts.set(mutant, 'noticed');
      unchecked.push(mutant);
    }
  }
  return verdicts;
}

/** The first test of a suite that failed, and its error. */
function reasonOf(suite: TestSuite): string {
  for (const test of suite.children.allTests('failed'))
    return `${test.name}: ${test.result().errors?.[0]?.message}`;
  return suite.errors()[0]?.message ?? 'it did not end';
}
