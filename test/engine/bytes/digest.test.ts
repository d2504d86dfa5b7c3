import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { digesting } from '../../../src/engine/bytes/digest.ts';
import { inChunks } from '../../support/requests/bytes.ts';

test('a body passes unchanged in chunks of any size, and has its digest afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(3_000), fc.integer({ min: 1, max: 1_500 }), async (size, chunk) => {
      const bytes = randomBytes(size);
      const { body, digest } = digesting(inChunks(bytes, chunk));
      expect(Buffer.concat(await Array.fromAsync(body)).equals(bytes)).toBe(true);
      expect(digest()).toEqual({
        size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        head: bytes.subarray(0, 1_024),
        tail: bytes.subarray(-1_024),
      });
    }),
  );
});

test('a body that was not read to its end has no digest', async () => {
  const { body, digest } = digesting(inChunks(randomBytes(100), 10));
  await body.next();
  expect(digest).toThrow('has no digest');
});
