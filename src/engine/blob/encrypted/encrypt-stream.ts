import { giveBack } from '../../bytes/give-back.ts';
import type { SecretKeys } from '../../crypto/keys.ts';
import { newHeader, SEGMENT_BYTES, segmentsOf } from './segment.ts';

/**
 * A body in its stored form: encrypted with the first key, segment by segment while it is read. A chunk of the source
 * or the result is valid until the next one is requested.
 */
export async function* encryptStream(
  source: AsyncIterable<Uint8Array>,
  blobKey: string,
  keys: SecretKeys,
): AsyncGenerator<Uint8Array> {
  const header = newHeader(keys);
  const { encrypt } = segmentsOf(blobKey, header, keys);
  yield header;
  // A full segment is held back until the next byte shows that it is not the last.
  const segment = Buffer.allocUnsafeSlow(SEGMENT_BYTES);
  let filled = 0;
  let number = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length;) {
      if (filled === SEGMENT_BYTES) {
        yield* usedUp(encrypt(segment, number, false));
        number += 1;
        filled = 0;
      }
      const piece = chunk.subarray(at, at + SEGMENT_BYTES - filled);
      segment.set(piece, filled);
      filled += piece.length;
      at += piece.length;
    }
  }
  yield* usedUp(encrypt(segment.subarray(0, filled), number, true));
}

/** Yields the chunks, and frees each one when the next one is requested. */
function* usedUp(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks) {
    yield chunk;
    giveBack(chunk);
  }
}
