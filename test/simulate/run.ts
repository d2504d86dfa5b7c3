import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { DatabaseKind } from '../../src/engine/sql/kinds.ts';
import { rowOf } from './kept/row.ts';
import { playPlanted } from './planted/plant.ts';
import { play, worldsFrom } from './play.ts';
import { shrink } from './shrink.ts';
import { WRONG } from './people/books.ts';
import type { Told } from './simulate.ts';

/** The most worlds that one process plays before the next one begins. A start takes as long as some worlds. */
const WORLDS_OF_PROCESS = 250;
const CORES = availableParallelism();
/** Worlds that are told in full. More of them would most often tell the same. */
const TOLD_MAX = 3;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    without: { type: 'string', default: '' },
    /** Plays worlds with planted faults; `only` those whose names contain a text. */
    planted: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    /** Shrinks the worlds that find planted faults, and prints the rows that keep their stories. */
    shrink: { type: 'boolean', default: false },
    /** `sqlite`, or `postgres`: then each process that plays worlds starts a server. */
    database: { type: 'string', default: 'sqlite' },
  },
});

const database: DatabaseKind = values.database === 'postgres' ? 'postgres' : 'sqlite';
const print = (line: string) => void process.stdout.write(`${line}\n`);

if (values.planted)
  process.exitCode = (await playPlanted({
    from: Number(values.from),
    count: Number(values.seeds),
    only: values.only,
    shrinks: values.shrink,
    database,
    print,
  }))
    ? 0
    : 1;
else if (values.seed === undefined) await playMany(Number(values.from), Number(values.seeds));
else await playOne(Number(values.seed), values.without.split(','));

/** One world, with its whole story. */
async function playOne(seed: number, without: readonly string[]): Promise<void> {
  for await (const told of play({ worlds: [{ seed, without }], database })) {
    tell(told);
    process.exitCode = told.wrongs.length > 0 ? 1 : 0;
  }
}

/** Many worlds on all cores. Those that are wrong are told, as short as can be. */
async function playMany(from: number, count: number): Promise<void> {
  const began = Date.now();
  const worlds = [...worldsFrom(from, count)];
  const share = Math.min(WORLDS_OF_PROCESS, Math.ceil(count / CORES));
  const wrong: Told[] = [];
  let steps = 0;
  let done = 0;
  const work = async () => {
    for (let some = worlds.splice(0, share); some.length > 0; some = worlds.splice(0, share))
      for await (const told of play({ worlds: some, database })) {
        done += 1;
        steps += told.steps;
        if (told.wrongs.length > 0) {
          wrong.push(told);
          print(`seed ${told.seed}: ${told.wrongs[0]}`);
        }
        if (done % 100 === 0) print(`${done} of ${count} worlds`);
      }
  };
  await Promise.all(Array.from({ length: CORES }, work));
  for (const told of wrong.slice(0, TOLD_MAX)) {
    const { told: shorter, without } = await shrink(told, { database });
    tell(shorter);
    const on = database === 'sqlite' ? '' : ` --database ${database}`;
    print(`npm run simulate --${on} --seed ${shorter.seed} --without '${without.join(',')}'`);
    print(`When it is mended, keep the story as a test, as a row of test/simulate/kept/stories.ts:`);
    print(rowOf(shorter, without, database));
  }
  const seconds = Math.round((Date.now() - began) / 1_000);
  print(`${count} worlds, ${steps} steps, ${seconds} s: ${wrong.length} are wrong`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

function tell({ seed, story, wrongs }: Told): void {
  print(`\nThe story of seed ${seed}:`);
  const end = story.findIndex((line) => line.includes(WRONG));
  for (const line of end < 0 ? story : story.slice(0, end + 1)) print(`  ${line}`);
  print(wrongs.length === 0 ? 'All is well.' : 'What is wrong:');
  for (const wrong of wrongs) print(`  ${wrong}`);
}
