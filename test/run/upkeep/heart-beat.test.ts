import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { BEAT_MS, createHeartBeat } from '../../../src/pipeline/limits/live-processes.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { startHeartBeat } from '../../../src/run/upkeep/heart-beat.ts';

afterEach(() => void vi.useRealTimers());

test('a process whose database does not respond for a while beats once when it does, not once for each beat missed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearTimeout'] });
  const answer = Promise.withResolvers<void>();
  let beats = 0;
  const processes = {
    count: 1,
    readsOldRows: false,
    write: () => Promise.resolve(),
    beat() {
      beats += 1;
      return answer.promise;
    },
    end: () => Promise.resolve(),
  };
  const heartBeat = startHeartBeat(processes, createLogger('error', { write: () => {} }));
  vi.advanceTimersByTime(10 * BEAT_MS);
  answer.resolve();
  await setImmediate();
  expect(beats).toBe(1);
  vi.advanceTimersByTime(BEAT_MS);
  expect(beats).toBe(2);
  await heartBeat.stop();
  vi.advanceTimersByTime(BEAT_MS);
  expect(beats).toBe(2);
});

test('a process that reads an old version of its own row distrusts its reads for a minute', async () => {
  const [primary, standby] = [await openTestGateway(), await openTestGateway()];
  const { database } = primary.gateway;
  let { reads } = standby.gateway.database;
  const mixed = {
    ...database,
    get reads() {
      return reads;
    },
  };
  const processes = createHeartBeat(mixed, () => new Date());
  await processes.beat();
  expect(processes.readsOldRows).toBe(true);
  reads = database.reads;
  for (let beat = 1; beat < 12; beat += 1) await processes.beat();
  expect(processes.readsOldRows).toBe(true);
  await processes.beat();
  expect(processes.readsOldRows).toBe(false);
  await primary.close();
  await standby.close();
});
