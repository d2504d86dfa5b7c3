import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { BEAT_MS } from '../../../src/http/limits/live-processes.ts';
import { createLogger } from '../../../src/http/log/log.ts';
import { startHeartBeat } from '../../../src/run/upkeep/heart-beat.ts';

afterEach(() => void vi.useRealTimers());

test('a process whose database does not answer for a while beats once when it does, not once for each beat missed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const answer = Promise.withResolvers<void>();
  let beats = 0;
  const processes = {
    count: 1,
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
