// Processes, since some of several over one file are killed.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { dataFolder, environmentOf, failuresIn, FIRST_KEY } from '../../support/gateway-process.ts';
import { carefulClient } from '../../support/crash/careful-client.ts';
import { chance } from '../../support/crash/chance.ts';
import { changesStand, replaysAreIdentical, trailIsExact } from '../../support/crash/verdict.ts';
import { createUntilStopped } from './creating.ts';
import { keepRunning } from './kept-running.ts';

const GATEWAYS = 2;
/** So many creations at once are in one group that a kill meets groups in the middle. */
const WORKERS = 24;
const KILLS = 4;
const SERVING_MS = 600;

// On PostgreSQL they are a part of the storm in `kill.test.ts`.
test('creations that share commits on SQLite are made once, whichever process is killed while clients repeat them', async () => {
  using folder = dataFolder();
  const settings = { NODE_ENV: 'test', BOOTSTRAP_API_KEY: FIRST_KEY };
  const environment = environmentOf(folder.path, settings);
  await using fleet = await keepRunning(GATEWAYS, environment);
  const luck = chance();
  const [client, twin] = [carefulClient(fleet.gateways, luck), carefulClient(fleet.gateways, luck)];
  const storm = new AbortController();
  const workers = Array.from({ length: WORKERS }, (_, worker) =>
    createUntilStopped([client, twin], `worker-${worker}`, storm.signal),
  );
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = client.acknowledged.length;
    await expect.poll(() => client.acknowledged.length).toBeGreaterThan(before + WORKERS);
    await setTimeout(luck.below(SERVING_MS));
    fleet.gateways[luck.below(GATEWAYS)]?.kill();
  }
  storm.abort();
  await Promise.all(workers);
  console.log(`TEST_SEED=${luck.seed}: ${client.acknowledged.length} creations acknowledged`);

  const [first] = fleet.gateways;
  if (first === undefined) throw new Error('There is no gateway.');
  // The one that was killed last may still be starting.
  for (const { isReady } of fleet.gateways) await expect.poll(isReady).toBe(true);
  await changesStand(first, client);
  await replaysAreIdentical(fleet.gateways, client);
  expect(fleet.gateways.flatMap(({ printed }) => failuresIn(printed()))).toEqual([]);
  await using inside = await openGateway(readConfig(environment));
  await trailIsExact(inside, client);
});
