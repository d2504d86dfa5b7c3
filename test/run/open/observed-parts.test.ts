import { expect, test } from 'vitest';
import { openBlobStore } from '../../../src/engine/blob/store.ts';
import { storageError } from '../../../src/engine/blob/storage-error.ts';
import { NO_TELEMETRY, type Telemetry } from '../../../src/engine/tracing/telemetry.ts';
import { observedStore } from '../../../src/run/open/observed-parts.ts';
import { failingAfter, inChunks } from '../../support/requests/bytes.ts';

const FULL = storageError(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' }));
const GONE = new Error('The client went away.');

/** A store whose disk is full or not, and how each of its requests ended for telemetry. */
async function observed(isFull: boolean) {
  const ended: string[] = [];
  const telemetry: Telemetry = {
    ...NO_TELEMETRY,
    async storage(_verb, work) {
      const result = work();
      await result.then(
        () => ended.push('ok'),
        () => ended.push('error'),
      );
      return result;
    },
  };
  const store = await openBlobStore('memory:');
  const put: typeof store.put = (key, body) => (isFull ? Promise.reject(FULL) : store.put(key, body));
  return { store: observedStore({ ...store, put }, telemetry), ended };
}

test('a write that the storage refuses is a failure of the storage', async () => {
  const { store, ended } = await observed(true);
  await expect(store.put('a', inChunks(Buffer.from('bytes')))).rejects.toBe(FULL);
  expect(ended).toEqual(['error']);
});

test('a body that breaks off is not observed, and still fails the write', async () => {
  const { store, ended } = await observed(false);
  await expect(store.put('a', failingAfter(1_000, GONE))).rejects.toBe(GONE);
  await store.put('a', inChunks(Buffer.from('bytes')));
  expect(ended).toEqual(['ok', 'ok']);
});
