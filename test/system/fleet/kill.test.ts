// Processes, since some of several over one database are killed.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { dataFolder, environmentOf, failuresIn, FIRST_KEY } from '../../support/gateway-process.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { carefulClient } from '../../support/crash/careful-client.ts';
import { type Chance, chance } from '../../support/crash/chance.ts';
import { type KeptGateway, keepRunning } from './kept-running.ts';
import { createUntilStopped } from './creating.ts';
import { completeCustomer, work } from '../../support/crash/partner-work.ts';
import { changesStand, replaysAreIdentical, trailIsExact } from '../../support/crash/verdict.ts';

/** Long enough for some ten kills; a release may be given minutes. */
const STORM_SECONDS = Number(process.env['TEST_STORM_SECONDS'] ?? 5);
const KILL_EVERY_MS = 300;
/**
 * A random one of these is killed each time; it may be serving, starting, or dead already, since two cores start
 * two gateways a second and not three. Of so many there are always some that serve.
 */
const GATEWAYS = 6;
const WORKERS = 8;
/** So many creations at once are in one group that a kill meets groups in the middle. */
const CREATORS = 24;
/** The storm goes on until so much is acknowledged; more than a machine that has nothing else to do needs it to. */
const ACKNOWLEDGED_MIN = 1.5 * STORM_SECONDS;
const ONE_DAY_MS = 86_400_000;

async function killAtRandom(
  gateways: readonly KeptGateway[],
  { below }: Chance,
  acknowledged: () => number,
): Promise<number> {
  const over = AbortSignal.timeout(STORM_SECONDS * 1_000);
  let kills = 0;
  for (; !over.aborted || acknowledged() < ACKNOWLEDGED_MIN; await setTimeout(KILL_EVERY_MS))
    if (gateways[below(gateways.length)]?.kill() === true) kills += 1;
  return kills;
}

test('after any process is killed at any moment, each acknowledged change exists once', async () => {
  using folder = dataFolder();
  await using server = await startPostgres();
  const settings = {
    DATABASE_URL: await server.create('storm'),
    NODE_ENV: 'test',
    BOOTSTRAP_API_KEY: FIRST_KEY,
  };
  const environment = environmentOf(folder.path, settings);
  await using fleet = await keepRunning(GATEWAYS, environment);
  const { gateways } = fleet;
  const luck = chance();
  const [client, twin] = [carefulClient(gateways, luck), carefulClient(gateways, luck)];
  const names = Array.from({ length: WORKERS }, (_, worker) => `worker-${worker}`);
  const customers = await Promise.all(names.map((name) => completeCustomer(client, name)));
  const before = client.acknowledged.length;

  const storm = new AbortController();
  const workers = customers.map(async (customerId, worker) => {
    for (let turn = 0; !storm.signal.aborted; turn += 1)
      await work(client, luck, customerId, `${names[worker]}-${turn}`);
  });
  const creators = Array.from({ length: CREATORS }, (_, creator) =>
    createUntilStopped([client, twin], `creator-${creator}`, storm.signal),
  );
  const killing = killAtRandom(gateways, luck, () => client.acknowledged.length - before).finally(() =>
    storm.abort(),
  );
  const [kills] = await Promise.all([killing, ...workers, ...creators]);
  // Each creation of the twin is one of the client, too.
  const creations = twin.acknowledged.length;
  const changes = client.acknowledged.length - before - creations;
  console.log(
    `TEST_SEED=${luck.seed}: ${kills} processes killed, ${creations} creations and ${changes} changes acknowledged`,
  );

  expect(Math.min(creations, changes)).toBeGreaterThan(0);
  const [first] = gateways;
  if (first === undefined) throw new Error('There is no gateway.');
  await expect.poll(first.isReady).toBe(true);
  await changesStand(first, client);
  await replaysAreIdentical([first], client);
  expect(gateways.flatMap(({ printed }) => failuresIn(printed()))).toEqual([]);

  const tomorrow = () => new Date(Date.now() + ONE_DAY_MS);
  await using inside = await openGateway(readConfig(environment), tomorrow);
  await trailIsExact(inside, client);
  await runHousekeeping(inside);
  const documents = await inside.database.reads.selectFrom('document').select('id').execute();
  const stored = readdirSync(join(folder.path, 'files')).filter((name) => name.startsWith('doc_'));
  expect(stored.toSorted()).toEqual(documents.map(({ id }) => id).toSorted());
});
