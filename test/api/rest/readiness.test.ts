import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageError } from '../../../src/engine/blob/storage-error.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { createReadiness } from '../../../src/api/rest/readiness.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A readiness check, and the ping of its storage, which counts its calls. */
async function checked() {
  await using fixture = await openFixture();
  const { database, blobs, processes, progress } = fixture.gateway;
  const ping = vi.fn(async () => {});
  const ready = createReadiness({
    database: { ...database, ping: async () => {} },
    blobs: { ...blobs, ping },
    processes,
    progress,
  });
  return { ping, ready };
}

async function openFixture() {
  const fixture = await openTestGateway();
  return { gateway: fixture.gateway, [Symbol.asyncDispose]: () => fixture.close() };
}

test('requests at once or within two seconds get the outcome of one check', async () => {
  const { ping, ready } = await checked();
  await Promise.all(Array.from({ length: 100 }, () => ready()));
  await vi.advanceTimersByTimeAsync(1_999);
  await ready();
  expect(ping).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await ready();
  expect(ping).toHaveBeenCalledTimes(2);
});

test('a failure is reused for one second, and then checked again', async () => {
  const { ping, ready } = await checked();
  ping.mockRejectedValueOnce(new Error('gone'));
  await expect(ready()).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
  await expect(ready()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(ping).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await ready();
  expect(ping).toHaveBeenCalledTimes(2);
});

test('the cause of a failure is the error of the operating system, whose code is in the log', async () => {
  const { ping, ready } = await checked();
  const full = Object.assign(new Error('There is no room.'), { code: 'ENOSPC' });
  ping.mockRejectedValueOnce(storageError(full));
  await expect(ready()).rejects.toMatchObject({ code: 'service_unavailable', cause: full });
});

test('a part that does not respond within three seconds counts as down', async () => {
  const { ping, ready } = await checked();
  ping.mockReturnValueOnce(new Promise(() => {}));
  await Promise.all([
    expect(ready()).rejects.toMatchObject({ code: 'service_unavailable' }),
    vi.advanceTimersByTimeAsync(3_000),
  ]);
});

test('a storage that does not respond for ten minutes is asked once, and the gateway is ready within a second after it responds', async () => {
  const { ping, ready } = await checked();
  const answer = Promise.withResolvers<void>();
  ping.mockReturnValueOnce(answer.promise);
  for (let seconds = 0; seconds < 600; seconds += 5) {
    await Promise.all([
      expect(ready()).rejects.toMatchObject({ code: 'service_unavailable' }),
      vi.advanceTimersByTimeAsync(5_000),
    ]);
  }
  expect(ping).toHaveBeenCalledTimes(1);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  await ready();
  expect(ping).toHaveBeenCalledTimes(2);
});
