import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type BlobAddress,
  encryptedStore,
  storedSize,
} from '../../../../src/engine/blob/encrypted/encrypted-store.ts';
import {
  HEADER_BYTES,
  ENCRYPTED_SEGMENT_BYTES,
  SEGMENT_BYTES,
} from '../../../../src/engine/blob/encrypted/segment.ts';
import { type BlobStore, openBlobStore } from '../../../../src/engine/blob/store.ts';
import { deriveKeys, type SecretKeys } from '../../../../src/engine/crypto/keys.ts';
import { briefChunks, inChunks, KiB, readAll } from '../../../support/requests/bytes.ts';

const keysOf = (...fills: [number, ...number[]]): SecretKeys => {
  const [first, ...rest] = fills.map((fill) => new Uint8Array(32).fill(fill));
  return deriveKeys([first ?? new Uint8Array(32), ...rest], 'documents-at-rest');
};
const keys = keysOf(1);

let raw: BlobStore;
beforeEach(async () => {
  raw = await openBlobStore('memory:');
});

const addressOf = (key: string, size: number, by = keys): BlobAddress => ({
  key,
  size,
  encryptedWith: encryptedStore(raw, by).encryptsWith,
});

async function put(key: string, bytes: Uint8Array, by = keys): Promise<BlobAddress> {
  await encryptedStore(raw, by).put(key, briefChunks(bytes, 50 * KiB));
  return addressOf(key, bytes.length, by);
}

const stored = async (key: string): Promise<Buffer> => (await readAll(await raw.get(key))) ?? Buffer.alloc(0);

async function overwrite(key: string, bytes: Uint8Array): Promise<void> {
  await raw.remove(key);
  await raw.put(key, inChunks(bytes));
}

/** The bytes that were read from a blob, and whether the stream ended or broke. */
async function received(blob: BlobAddress): Promise<{ bytes: Buffer; broke: boolean }> {
  const chunks: Uint8Array[] = [];
  try {
    const stream = await encryptedStore(raw, keys).get(blob);
    for await (const chunk of stream ?? []) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), broke: false };
  } catch (error) {
    expect(error).toMatchObject({
      name: 'DamageError',
      location: expect.stringContaining(`blob/${blob.key}`),
    });
    return { bytes: Buffer.concat(chunks), broke: true };
  }
}

/** Sizes around the edges of segments. */
const size = fc.oneof(
  fc.nat(3),
  fc.integer({ min: SEGMENT_BYTES - 2, max: SEGMENT_BYTES + 2 }),
  fc.integer({ min: 3 * SEGMENT_BYTES - 2, max: 3 * SEGMENT_BYTES + 2 }),
  fc.nat(4 * SEGMENT_BYTES),
);

test('a file comes back, whole and in every range, from chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      size,
      fc.integer({ min: 1, max: 200 * KiB }),
      fc.nat(),
      fc.nat(),
      async (of, cut, a, b) => {
        const bytes = randomBytes(of);
        const store = encryptedStore(raw, keys);
        await store.put('doc', inChunks(bytes, Math.max(cut, Math.ceil(of / 300))));
        const blob = addressOf('doc', of);
        expect((await readAll(await store.get(blob)))?.equals(bytes)).toBe(true);
        expect(await store.size('doc')).toBe(storedSize(blob));
        if (of > 0) {
          const [start = 0, end = 0] = [a % of, b % of].toSorted((x, y) => x - y);
          const part = await readAll(await store.get(blob, { start, end }));
          expect(part?.equals(bytes.subarray(start, end + 1))).toBe(true);
        }
        await store.remove('doc');
      },
    ),
    { numRuns: 150 },
  );
});

test('nothing of a file is in the storage, and the same file looks different each time', async () => {
  const bytes = Buffer.from('%PDF-1.7 passport K00000001 '.repeat(5000));
  await put('doc_a', bytes);
  await put('doc_b', bytes);
  const [first, second] = [await stored('doc_a'), await stored('doc_b')];
  expect(first.includes('passport') || second.includes('passport')).toBe(false);
  expect(first.subarray(HEADER_BYTES).equals(second.subarray(HEADER_BYTES))).toBe(false);
});

test('an absent blob is null, whole and in part', async () => {
  const store = encryptedStore(raw, keys);
  expect(await store.get(addressOf('doc', 10))).toBeNull();
  expect(
    await store.get(addressOf('doc', SEGMENT_BYTES * 3), {
      start: SEGMENT_BYTES * 2,
      end: SEGMENT_BYTES * 2,
    }),
  ).toBeNull();
});

test('a backup reads the stored bytes as they are, without decrypting them', async () => {
  await raw.put('doc', inChunks(Buffer.from('%PDF-1.4')));
  const store = encryptedStore(raw, keys);
  const plain = { key: 'doc', size: 8, encryptedWith: null };
  expect(String(await readAll(await store.get(plain)))).toBe('%PDF-1.4');
  expect(String(await readAll(await store.get(plain, { start: 1, end: 3 })))).toBe('PDF');
  expect(storedSize(plain)).toBe(8);
});

test('the first key encrypts, all decrypt, and one that is missing is named', async () => {
  const bytes = randomBytes(100);
  const blob = await put('doc', bytes, keysOf(1));
  expect((await readAll(await encryptedStore(raw, keysOf(2, 1)).get(blob)))?.equals(bytes)).toBe(true);
  await expect(encryptedStore(raw, keysOf(2)).get(blob)).rejects.toThrow('not configured');
  expect((await put('next', bytes, keysOf(2, 1))).encryptedWith).not.toBe(blob.encryptedWith);
});

describe('no wrong byte is served', () => {
  const of = 3 * SEGMENT_BYTES + 1000;
  const bytes = randomBytes(of);
  const segments = (encrypted: Buffer) =>
    [0, 1, 2, 3].map((at) => {
      const start = HEADER_BYTES + at * ENCRYPTED_SEGMENT_BYTES;
      return encrypted.subarray(start, start + ENCRYPTED_SEGMENT_BYTES);
    });
  const header = (encrypted: Buffer) => encrypted.subarray(0, HEADER_BYTES);

  async function expectRefused(blob: BlobAddress): Promise<void> {
    const { bytes: handed, broke } = await received(blob);
    expect(broke).toBe(true);
    expect(handed.length).toBeLessThan(blob.size);
    expect(handed.equals(bytes.subarray(0, handed.length))).toBe(true);
  }

  test('when any byte was changed', async () => {
    const blob = await put('doc', bytes);
    const encrypted = await stored('doc');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.nat(HEADER_BYTES + 20), fc.nat(encrypted.length - 1)),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const changed = Buffer.from(encrypted);
          changed.writeUInt8(changed.readUInt8(at) ^ change, at);
          await overwrite('doc', changed);
          await expectRefused(blob);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('when it was cut off anywhere, or has more', async () => {
    const blob = await put('doc', bytes);
    const encrypted = await stored('doc');
    const edges = segments(encrypted).map((_, at) => HEADER_BYTES + at * ENCRYPTED_SEGMENT_BYTES);
    for (const length of [
      0,
      1,
      HEADER_BYTES - 1,
      ...edges,
      ...edges.map((at) => at + 7),
      encrypted.length - 1,
    ]) {
      await overwrite('doc', encrypted.subarray(0, length));
      await expectRefused(blob);
    }
    await overwrite('doc', Buffer.concat([encrypted, Buffer.alloc(1)]));
    await expectRefused(blob);
  });

  test('when segments were swapped, repeated or left out', async () => {
    const blob = await put('doc', bytes);
    const encrypted = await stored('doc');
    const [a, b, c, last] = segments(encrypted);
    const orders = [
      [b, a, c, last],
      [a, a, c, last],
      [a, b, last],
      [b, c, last],
      [a, b, c, c],
      [a, b, c],
      [a, c, b, last],
    ];
    for (const order of orders) {
      await overwrite(
        'doc',
        Buffer.concat([header(encrypted), ...order.map((segment) => segment ?? Buffer.alloc(0))]),
      );
      await expectRefused(blob);
    }
  });

  test('when a shorter file is said to be the whole', async () => {
    await put('doc', bytes);
    await expectRefused(addressOf('doc', 2 * SEGMENT_BYTES));
    await expectRefused(addressOf('doc', of - 1));
  });

  test('when it was cut off between segments, and is said to be as short', async () => {
    await put('doc', bytes);
    const encrypted = await stored('doc');
    await overwrite('doc', encrypted.subarray(0, HEADER_BYTES + 2 * ENCRYPTED_SEGMENT_BYTES));
    const { bytes: handed, broke } = await received(addressOf('doc', 2 * SEGMENT_BYTES));
    expect([broke, handed.length]).toEqual([true, SEGMENT_BYTES]);
  });

  test('when a full last segment has more behind it', async () => {
    const full = bytes.subarray(0, 2 * SEGMENT_BYTES);
    const blob = await put('full', full);
    await overwrite('full', Buffer.concat([await stored('full'), Buffer.alloc(1)]));
    const { bytes: handed, broke } = await received(blob);
    expect([broke, handed.length]).toEqual([true, SEGMENT_BYTES]);
  });

  test('when it is the blob of another key, or has segments of it', async () => {
    const other = await put('other', randomBytes(of));
    const blob = await put('doc', bytes);
    const [encrypted, foreign] = [await stored('doc'), await stored('other')];
    await overwrite('doc', foreign);
    await expectRefused(blob);
    const [, second] = segments(foreign);
    const [first, , third, last] = segments(encrypted);
    const mixed = [header(encrypted), first, second, third, last].map((part) => part ?? Buffer.alloc(0));
    await overwrite('doc', Buffer.concat(mixed));
    await expectRefused(blob);
    expect((await received(other)).broke).toBe(false);
  });

  test('when plain bytes replace encrypted ones', async () => {
    const blob = await put('doc', bytes);
    await overwrite('doc', bytes);
    await expectRefused(blob);
  });

  test('when a part is asked for', async () => {
    const blob = await put('doc', bytes);
    const encrypted = await stored('doc');
    encrypted.writeUInt8(
      encrypted.readUInt8(HEADER_BYTES + ENCRYPTED_SEGMENT_BYTES + 5) ^ 1,
      HEADER_BYTES + ENCRYPTED_SEGMENT_BYTES + 5,
    );
    await overwrite('doc', encrypted);
    const store = encryptedStore(raw, keys);
    const inSecond = { start: SEGMENT_BYTES + 100, end: SEGMENT_BYTES + 110 };
    await expect(store.get(blob, inSecond)).rejects.toMatchObject({ location: 'blob/doc, segment 1' });
    const inThird = { start: 2 * SEGMENT_BYTES, end: 2 * SEGMENT_BYTES + 9 };
    const part = await readAll(await store.get(blob, inThird));
    expect(part?.equals(bytes.subarray(inThird.start, inThird.end + 1))).toBe(true);
  });
});
