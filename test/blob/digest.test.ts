import { createHash, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksLike } from '../../src/blob/content-type.ts';
import { digesting } from '../../src/blob/digest.ts';
import { inChunks } from '../support/requests/bytes.ts';

test('a body passes unchanged in chunks of any size, and has its digest afterwards', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(100), fc.integer({ min: 1, max: 40 }), async (size, chunk) => {
      const bytes = randomBytes(size);
      const { body, digest } = digesting(inChunks(bytes, chunk));
      expect(Buffer.concat(await Array.fromAsync(body)).equals(bytes)).toBe(true);
      expect(digest()).toEqual({
        size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        head: bytes.subarray(0, 16),
      });
    }),
  );
});

test('a body that was not read to its end has no digest', async () => {
  const { body, digest } = digesting(inChunks(randomBytes(100), 10));
  await body.next();
  expect(digest).toThrow('has no digest');
});

const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pdf = Buffer.from('%PDF-1.7\n');

test.each([
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['application/pdf', pdf],
] as const)('%s is recognised by its first bytes', (mimeType, own) => {
  for (const head of [jpeg, png, pdf]) expect(looksLike(mimeType, head)).toBe(head === own);
  expect(looksLike(mimeType, own.subarray(0, 2))).toBe(false);
  expect(looksLike(mimeType, new Uint8Array())).toBe(false);
});

test.each(['\r\n', ' \t\n', '\u00ef\u00bb\u00bf', '\u00ef\u00bb\u00bf\n'])(
  'a PDF is recognised behind %j, as every reader opens it',
  (padding) => {
    const padded = Buffer.from(`${padding}%PDF-1.7\n`, 'latin1');
    expect(looksLike('application/pdf', padded)).toBe(true);
    expect(looksLike('image/png', padded)).toBe(false);
    expect(looksLike('application/pdf', Buffer.from(`${padding}x%PDF-1.7`, 'latin1'))).toBe(false);
    expect(looksLike('image/png', Buffer.concat([Buffer.from(padding, 'latin1'), png]))).toBe(false);
  },
);
