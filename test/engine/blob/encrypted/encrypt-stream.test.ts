import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptStream } from '../../../../src/engine/blob/encrypted/encrypt-stream.ts';
import { ENCRYPTED_SEGMENT_BYTES, HEADER_BYTES } from '../../../../src/engine/blob/encrypted/segment.ts';
import { deriveKeys } from '../../../../src/engine/crypto/keys.ts';
import { briefChunks, MiB } from '../../../support/requests/bytes.ts';

test('the memory of an encrypted segment is freed when the next one is asked for', async () => {
  const keys = deriveKeys([new Uint8Array(32).fill(1)], 'documents-at-rest');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of encryptStream(briefChunks(randomBytes(MiB)), 'doc', keys)) {
    expect(chunks.every(({ length }) => length === 0 || length === HEADER_BYTES)).toBe(true);
    bytes += chunk.length;
    chunks.push(chunk);
  }
  expect(bytes).toBe(HEADER_BYTES + 16 * ENCRYPTED_SEGMENT_BYTES);
});
