import { hash } from 'node:crypto';
import { world } from '../../src/kernel/world.ts';
import { checkWorld } from './checks/check.ts';
import { checkAlways } from './checks/rows.ts';
import type { WorldDatabase } from './database/world-database.ts';
import { newDisk } from './machine/disk.ts';
import { Fate } from './machine/fate.ts';
import { Faults } from './machine/faults.ts';
import { GatewayProcess } from './machine/gateway-process.ts';
import { ISSUER, Issuer } from './machine/issuer.ts';
import { Network } from './machine/network.ts';
import { giveIdsTo } from './machine/own-ids.ts';
import { Receivers } from './machine/receivers.ts';
import { acme } from './people/acme.ts';
import { Books } from './people/books.ts';
import { castOf, type Name } from './people/cast.ts';
import { dana } from './people/dana.ts';
import { hostile, lotus, spare } from './people/others.ts';
import { operator } from './people/provider.ts';
import { copyScene, environmentOf, type Scene } from './scene.ts';
import type { Town } from './town.ts';
import { enter } from './world/globals.ts';
import { rewindIds } from './world/rewind-ids.ts';
import { Scheduler } from './world/scheduler.ts';
import { virtualWorld } from './world/virtual-world.ts';

/** The tables are checked after so many steps. */
const STEPS_OF_CHECK = 50;
/** Virtual milliseconds after which a request that has no end counts as one that waits for ever. */
const FOR_EVER_MS = 30 * 60_000;

export interface Told {
  readonly seed: number;
  /** The faults that can happen in the world. */
  readonly faults: readonly string[];
  readonly people: readonly string[];
  /** What no gateway may do; empty if all is well. */
  readonly wrongs: readonly string[];
  readonly story: readonly string[];
  readonly steps: number;
  /** Of all steps. Two runs of a world have the same. */
  readonly digest: string;
}

/** What the worlds of one process have in common. */
interface Stage {
  readonly scene: Scene;
  /** The folder of the present world. */
  readonly folder: string;
  readonly database: WorldDatabase;
}

/** Plays the world of a seed, without some faults and people, and checks it. */
export async function simulate(
  { scene, folder, database }: Stage,
  seed: number,
  without: ReadonlySet<string> = new Set(),
): Promise<Told> {
  newDisk();
  const scheduler = new Scheduler(seed, database.atRest);
  const faults = new Faults(seed, without, database.kind);
  const isEarlier = faults.isDrawn('upgrade') && faults.below(8) === 0 && !faults.isLeftOut('upgrade');
  await copyScene(scene, folder, database, isEarlier);
  const cast = castOf(seed);
  const people = cast.people.filter((name) => !without.has(name));
  const books = new Books(scene, scheduler, { seed, share: cast.share });
  const receivers = new Receivers(faults);
  const tell = (line: string) => books.tell(line);
  const machine = {
    scheduler,
    faults,
    outbound: receivers,
    database,
    environment: () => environmentOf(folder, database, fate.secrets),
    tell,
  };
  const processes = ['gateway 1', 'gateway 2'].map((name) => new GatewayProcess(name, machine));
  const fate = new Fate({
    faults,
    processes,
    database,
    folder,
    tell,
    wrong: (line) => books.wrong(line),
  });
  const mayFail = (owner: string) => processes.some((process) => process.mayFail(owner));
  database.begin({ scheduler, faults, mayFail, tell });
  const network = new Network(scheduler, faults, processes);
  const issuer = new Issuer(faults, () => scheduler.as('issuer', () => world.time()), tell);
  enter(virtualWorld(scheduler, seed, { skewOf: (owner) => fate.skewOf(owner) }), (input, init) =>
    isOfIssuer(input) ? issuer.fetch(input, init) : network.fetch(input, init),
  );
  rewindIds();
  giveIdsTo(() => scheduler.owner);
  tell(`the world of seed ${seed} has: ${people.join(', ')}`);
  tell(`it knows: ${faults.known.join(', ')}`);
  if (isEarlier) tell('the tables are of an earlier version');
  const town: Town = {
    folder,
    database,
    scheduler,
    books,
    network,
    issuer,
    receivers,
    processes,
    fate,
    people,
  };

  for (const process of processes) process.start();
  await live(town, faults);
  faults.end();
  for (const process of processes) if (!process.isUp) process.start();
  await checkWorld(town);
  for (const process of processes) process.kill();
  database.end();
  return {
    seed,
    faults: faults.known,
    people,
    wrongs: books.wrongs,
    story: books.story,
    steps: scheduler.steps.length,
    digest: hash('sha256', scheduler.steps.join('\n')),
  };
}

/** Everybody does their work, until all is done or waits for ever. */
async function live(
  { scheduler, books, issuer, processes, fate, folder, database, people }: Town,
  faults: Faults,
): Promise<void> {
  const [ann, bob, cat] = books.scene.people;
  const lives: Readonly<Record<Name, () => Promise<void>>> = {
    acme: () => acme(books),
    'acme too': () => acme(books),
    lotus: () => lotus(books),
    ann: () => operator(books, ann),
    bob: () => operator(books, bob),
    cat: () => operator(books, cat),
    dana: () => dana(books, issuer),
    spare: () =>
      spare(
        books,
        () => faults.isDrawn('key revoked') && faults.below(3) === 0 && !faults.isLeftOut('key revoked'),
      ),
    hostile: () => hostile(books),
  };
  const alive = new Set(people);
  scheduler.as('fate', () => void fate.rule());
  for (const name of people)
    scheduler.as(name, () => {
      const begin = async () => {
        while (!processes.some(({ isUp }) => isUp)) await world.pause(50);
        await lives[name]();
      };
      begin()
        .finally(() => alive.delete(name))
        .catch((error: unknown) =>
          books.wrong(`${name} broke off: ${error instanceof Error ? error.stack : String(error)}`),
        );
    });
  await using rows = await database.rowsIn(folder);
  let steps = 0;
  await scheduler.runUntil(async () => {
    steps += 1;
    if (steps % STEPS_OF_CHECK === 0 && books.wrongs.length === 0) await checkAlways({ books }, rows);
    return alive.size === 0 || scheduler.now > FOR_EVER_MS;
  });
  if (alive.size > 0) books.wrong(`a request waits for ever: of ${[...alive].join(', ')}`);
}

const isOfIssuer = (input: string | URL | Request): boolean =>
  (input instanceof Request ? input.url : String(input)).startsWith(ISSUER);
