import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { enforceLength } from '../../../../src/engine/http/body/enforce-length.ts';

/** A body of which no byte has come yet, and what it told. */
function beginBody(gone: AbortSignal) {
  const told: unknown[] = [];
  const arriving = Promise.withResolvers<void>();
  const source = new ReadableStream<Uint8Array>({ pull: () => arriving.promise }, { highWaterMark: 0 });
  const onBroken = (error: unknown) => told.push(error);
  const body = enforceLength(source, { length: 10, gone, onBroken, onOver: () => told.push('over') });
  return { told, fail: arriving.reject, reader: body.getReader() };
}

test('a client that goes away while bytes are read from the storage is no failure', async () => {
  const gone = new AbortController();
  const { told, reader } = beginBody(gone.signal);
  const read = reader.read();
  await setImmediate();
  gone.abort();
  await expect(read).rejects.toThrow('The client went away.');
  await setImmediate();
  expect(new Set(told)).toEqual(new Set(['over']));
});

test('a reader that stops while bytes are read from the storage is no failure', async () => {
  const { told, reader } = beginBody(new AbortController().signal);
  const read = reader.read();
  await setImmediate();
  await reader.cancel();
  expect((await read).done).toBe(true);
  await setImmediate();
  expect(new Set(told)).toEqual(new Set(['over']));
});

test('a storage that fails while bytes are read from it is a failure', async () => {
  const { told, fail, reader } = beginBody(new AbortController().signal);
  const read = reader.read();
  fail(new Error('The disk is gone.'));
  await expect(read).rejects.toThrow('The disk is gone.');
  expect(told).toContainEqual(new Error('The disk is gone.'));
});
