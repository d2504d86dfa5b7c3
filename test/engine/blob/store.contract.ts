import { randomBytes } from 'node:crypto';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { giveBack } from '../../../src/engine/bytes/give-back.ts';
import type { BlobStore } from '../../../src/engine/blob/store.ts';
import { briefChunks, failingAfter, inChunks, KiB, MiB, readAll } from '../../support/requests/bytes.ts';

/** Storages keep whole seconds, and have clocks of their own; the date is right, and so its unit. */
const ONE_DAY_MS = 86_400_000;

/** The requirements of every storage; a driver that does not run this suite is not finished. */
export function storeContract(driver: string, open: () => Promise<BlobStore>): void {
  describe(`a store over ${driver}`, () => {
    let store: BlobStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const keys = async (prefix?: string) =>
      (await Array.fromAsync(store.list(prefix), ({ key }) => key)).toSorted();
    const put = (key: string, text: string) => store.put(key, inChunks(Buffer.from(text)));

    test.each([0, 1, 64 * KiB, 256 * KiB, 5 * MiB + 1])('gives back %d bytes as they came', async (size) => {
      const bytes = randomBytes(size);
      await store.put('doc:a', inChunks(bytes));
      expect(await store.size('doc:a')).toBe(size);
      expect((await readAll(await store.get('doc:a')))?.equals(bytes)).toBe(true);
    });

    test('takes chunks of any size', async () => {
      await store.put(
        'doc:a',
        (async function* () {
          yield Buffer.alloc(0);
          yield new Uint8Array([1]);
          yield Buffer.alloc(3 * MiB, 2);
        })(),
      );
      expect(await store.size('doc:a')).toBe(3 * MiB + 1);
    });

    test.each([10, 64 * KiB, 700 * KiB])(
      'has used up a chunk of %d bytes when it asks for the next one',
      async (size) => {
        const bytes = randomBytes(2 * MiB + 1);
        await store.put('doc:a', briefChunks(bytes.subarray(0, size * 1000), size));
        expect((await readAll(await store.get('doc:a')))?.equals(bytes.subarray(0, size * 1000))).toBe(true);
      },
    );

    test('gives chunks that belong to the reader, who may free or change them', async () => {
      const bytes = randomBytes(MiB);
      await store.put('doc:a', inChunks(bytes));
      for await (const chunk of (await store.get('doc:a')) ?? []) {
        chunk.fill(0);
        giveBack(chunk);
      }
      expect((await readAll(await store.get('doc:a')))?.equals(bytes)).toBe(true);
    });

    test('gives a range, both ends included', async () => {
      const bytes = randomBytes(MiB);
      await store.put('doc:a', inChunks(bytes));
      const ranges = [
        { start: 0, end: 0 },
        { start: 1, end: 300 * KiB },
        { start: MiB - 1, end: MiB - 1 },
        { start: 0, end: MiB - 1 },
      ];
      for (const { start, end } of ranges) {
        const part = await readAll(await store.get('doc:a', { start, end }));
        expect(part?.equals(bytes.subarray(start, end + 1))).toBe(true);
      }
    });

    test('gives of a range what there is', async () => {
      await put('doc:a', 'abc');
      expect((await readAll(await store.get('doc:a', { start: 1, end: 9 })))?.toString()).toBe('bc');
      expect((await readAll(await store.get('doc:a', { start: 3, end: 9 })))?.toString()).toBe('');
    });

    test('knows what is absent', async () => {
      expect(await store.get('doc:nothing')).toBeNull();
      expect(await store.size('doc:nothing')).toBeNull();
      await store.remove('doc:nothing');
      expect(await keys()).toEqual([]);
    });

    test('forgets what is removed', async () => {
      await put('doc:a', 'x');
      await store.remove('doc:a');
      expect(await store.get('doc:a')).toBeNull();
      expect(await keys()).toEqual([]);
    });

    test('a stream that is cancelled half-way harms nothing', async () => {
      await store.put('doc:a', inChunks(randomBytes(2 * MiB)));
      const stream = await store.get('doc:a');
      const reader = stream?.getReader();
      await reader?.read();
      await reader?.cancel();
      expect(await store.size('doc:a')).toBe(2 * MiB);
    });

    test('lists keys, by prefix', async () => {
      for (const key of ['doc:a', 'doc:ab', 'doc:b:c', 'dock:a', 'single']) await put(key, key);
      expect(await keys()).toEqual(['doc:a', 'doc:ab', 'doc:b:c', 'dock:a', 'single']);
      expect(await keys('doc:')).toEqual(['doc:a', 'doc:ab', 'doc:b:c']);
      expect(await keys('doc:a')).toEqual(['doc:a', 'doc:ab']);
      expect(await keys('doc:b:')).toEqual(['doc:b:c']);
      expect(await keys('none:')).toEqual([]);
    });

    test('lists how many bytes each takes', async () => {
      for (const size of [0, 1, 70 * KiB]) await store.put(`doc:${size}`, inChunks(Buffer.alloc(size)));
      const listed = await Array.fromAsync(store.list());
      expect(listed.toSorted((a, b) => (a.size ?? 0) - (b.size ?? 0))).toEqual([
        { key: 'doc:0', size: 0, writtenAt: expect.any(Date) },
        { key: 'doc:1', size: 1, writtenAt: expect.any(Date) },
        { key: `doc:${70 * KiB}`, size: 70 * KiB, writtenAt: expect.any(Date) },
      ]);
    });

    test('lists when each was written', async () => {
      const before = Date.now();
      await put('doc:a', 'x');
      const [listed] = await Array.fromAsync(store.list());
      expect(Math.abs((listed?.writtenAt.getTime() ?? 0) - before)).toBeLessThan(ONE_DAY_MS);
    });

    test('a list that is broken off harms nothing', async () => {
      for (const key of ['a', 'b', 'c']) await put(key, key);
      for await (const { size } of store.list()) {
        expect(size).toBe(1);
        break;
      }
      expect(await keys()).toEqual(['a', 'b', 'c']);
    });

    test('keeps what it has when the key is written again', async () => {
      await put('doc:a', 'first');
      await expect(put('doc:a', 'second')).rejects.toThrow('already');
      expect((await readAll(await store.get('doc:a')))?.toString()).toBe('first');
    });

    test('of two writers of one key, one wins whole', async () => {
      const texts = ['first', 'second'];
      const outcomes = await Promise.allSettled(texts.map((text) => put('doc:a', text)));
      const [winner, ...others] = texts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(others).toEqual([]);
      expect((await readAll(await store.get('doc:a')))?.toString()).toBe(winner);
    });

    test.each([0, 100, 3 * MiB])('a body that fails after %d bytes leaves nothing', async (bytes) => {
      const error = new Error('the client went away');
      await expect(store.put('doc:a', failingAfter(bytes, error))).rejects.toBe(error);
      expect(await keys()).toEqual([]);
      expect(await store.get('doc:a')).toBeNull();
      await put('doc:a', 'again');
    });

    test('lists a key whose write is not finished', async () => {
      const { promise: enough, resolve: finish } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const writing = store.put(
        'doc:a',
        (async function* () {
          yield Buffer.from('a');
          begin();
          await enough;
        })(),
      );
      await begun;
      expect(await Array.fromAsync(store.list())).toEqual([
        { key: 'doc:a', size: null, writtenAt: expect.any(Date) },
      ]);
      expect(await store.get('doc:a')).toBeNull();
      finish();
      await writing;
      expect(await Array.fromAsync(store.list())).toEqual([
        { key: 'doc:a', size: 1, writtenAt: expect.any(Date) },
      ]);
    });

    test.each(['', 'A', 'a.b', '..', 'a/b', 'a:', ':a', 'a::b', 'a b', 'ä', 'a\0', 'a\n'])(
      'refuses the key %j',
      async (key) => {
        await expect(put(key, 'x')).rejects.toThrow('A blob key is made of');
        await expect(store.get(key)).rejects.toThrow('A blob key is made of');
        await expect(store.size(key)).rejects.toThrow('A blob key is made of');
        await expect(store.remove(key)).rejects.toThrow('A blob key is made of');
      },
    );

    test('refuses a prefix that no key begins with', () => {
      expect(() => store.list('../')).toThrow('A blob prefix is');
    });

    test('has no marker before it is marked, and then the first one, until it is taken off', async () => {
      expect(await store.marker()).toBeNull();
      await Promise.all([store.mark('first'), store.mark('first')]);
      await store.mark('second');
      expect(await store.marker()).toBe('first');
      await store.unmark();
      expect(await store.marker()).toBeNull();
      await store.mark('third');
      expect(await store.marker()).toBe('third');
    });

    test('responds once it is marked, and does not list the marker as a blob', async () => {
      await store.mark('marker');
      await store.ping();
      expect(await keys()).toEqual([]);
      expect(await Array.fromAsync(store.list('f'))).toEqual([]);
    });
  });
}
