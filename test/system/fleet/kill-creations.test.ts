import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { customerBody } from '../../support/gateway.ts';
import { dataFolder, environmentOf, failuresIn, FIRST_KEY } from '../../support/gateway-process.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { type CarefulClient, carefulClient } from '../../support/crash/careful-client.ts';
import { chance } from '../../support/crash/chance.ts';
import { changesStand, replaysAreIdentical, trailIsExact } from '../../support/crash/verdict.ts';
import { keepRunning } from './kept-running.ts';

const GATEWAYS = 2;
/** So many creations at once are in one group that a kill meets groups in the middle. */
const WORKERS = 24;
const KILLS = 4;
const SERVING_MS = 600;

test.each(['SQLite', 'PostgreSQL'])(
  'creations that share commits on %s are made once, whichever process is killed while clients repeat them',
  async (kind) => {
    using folder = dataFolder();
    await using server = kind === 'PostgreSQL' ? await startPostgres() : null;
    const DATABASE_URL = (await server?.create('creations')) ?? `sqlite:${folder.path}/gateway.db`;
    const settings = { DATABASE_URL, NODE_ENV: 'test', BOOTSTRAP_API_KEY: FIRST_KEY };
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
      await expect
        .poll(() => client.acknowledged.length, { timeout: 60_000 })
        .toBeGreaterThan(before + WORKERS);
      await setTimeout(luck.below(SERVING_MS));
      fleet.gateways[luck.below(GATEWAYS)]?.kill();
    }
    storm.abort();
    await Promise.all(workers);
    console.log(`TEST_SEED=${luck.seed}: ${client.acknowledged.length} creations acknowledged`);

    const [first] = fleet.gateways;
    if (first === undefined) throw new Error('There is no gateway.');
    // The one that was killed last may still be starting.
    for (const { isReady } of fleet.gateways) await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    await changesStand(first, client);
    await replaysAreIdentical(fleet.gateways, client);
    expect(fleet.gateways.flatMap(({ printed }) => failuresIn(printed()))).toEqual([]);
    await using inside = await openGateway(readConfig(environment));
    await trailIsExact(inside, client);
  },
  240_000,
);

/** Creates customers, each by two requests with one key that are sent at the same moment. */
async function createUntilStopped(
  clients: readonly CarefulClient[],
  name: string,
  stop: AbortSignal,
): Promise<void> {
  for (let turn = 0; !stop.aborted; turn += 1) {
    const idempotencyKey = `${name}-${turn}`;
    const body = customerBody({ external_customer_id: idempotencyKey });
    const change = { method: 'POST', path: '/v1/customers', body, idempotencyKey };
    const answers = await Promise.all(clients.map(({ insist }) => insist(change)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  }
}
