import { setImmediate } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/engine/sql/database.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { startHeartBeat } from '../../../src/run/upkeep/heart-beat.ts';
import { startHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { startPolicyTrials } from '../../../src/run/upkeep/policy-trials.ts';
import { startRelaying } from '../../../src/run/upkeep/relaying.ts';
import { startWatchingProgress } from '../../../src/run/upkeep/watching-progress.ts';
import { startWebhooks } from '../../../src/run/upkeep/webhooks.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { openTestGateway } from '../../support/gateway.ts';

const STEP_MS = 250;
const STEPS_OF_MINUTE = 240;
/** Turns of the event loop for the work of a step, which on SQLite waits for nothing else but the thread that commits. */
const TURNS = 20;
/**
 * A beat each second, what follows a heart beat each five seconds, and one round of chores, with the beginnings and ends
 * of their transactions: some 260, and up to 420 on a slow machine, if work of one second ends in a later one. When each
 * part looked by itself each second, it was 930.
 */
const STATEMENTS_MAX = 600;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Resolves when the changes of a step are committed. The thread that commits needs real time: on a slow machine more
 * seconds of the test would pass meanwhile, and a change that is late in each of them would be asked for again.
 */
function committing(database: Database) {
  const spies = [vi.spyOn(database, 'addRows'), vi.spyOn(database, 'transaction')];
  return async () => {
    await Promise.allSettled(spies.flatMap(({ mock }) => mock.results.map(({ value }) => value)));
    for (const spy of spies) spy.mockClear();
  };
}

/** Counts the statements of this thread. */
function countStatements() {
  const of = Object.getPrototypeOf(new SqliteFile(':memory:').prepare('select 1'));
  const spies = [vi.spyOn(of, 'all'), vi.spyOn(of, 'run')];
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

test(`a gateway without requests asks its database at most ${STATEMENTS_MAX} times in a minute`, async () => {
  const shared = await sharedDatabase();
  const { gateway, config, partner, relay, close } = await openTestGateway({ DATABASE_URL: shared.url });
  await partner();
  await relay();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const log = createLogger('silent');
  const committed = committing(gateway.database);
  const parts = [
    startHeartBeat(gateway.processes, log),
    startWatchingProgress(gateway, log),
    startRelaying(gateway, log),
    startWebhooks(gateway, config, log),
    startPolicyTrials(gateway, log),
    startHousekeeping(gateway, log),
  ];
  const passMinute = async () => {
    for (let step = 0; step < STEPS_OF_MINUTE; step += 1) {
      await vi.advanceTimersByTimeAsync(STEP_MS);
      for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
      await committed();
    }
  };
  await passMinute();
  const count = countStatements();
  await passMinute();
  const found = count();
  vi.useRealTimers();
  for (const part of parts) await part.stop();
  await close();
  await shared.drop();
  // Fewer than one each second would show that the upkeep does not run.
  expect(found).toBeGreaterThan(60);
  expect(found).toBeLessThanOrEqual(STATEMENTS_MAX);
});
