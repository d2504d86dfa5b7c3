import { createHash } from 'node:crypto';

/** First bytes kept of a body: longer than the signature of any file type that is checked. */
const HEAD_BYTES = 16;

/** Facts about a body, known after its last byte. */
export interface Digest {
  readonly size: number;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
  /** The first 16 bytes, or all of a shorter body. */
  readonly head: Uint8Array;
}

/** Passes a body through unchanged. `digest` returns its facts and may be called after the last byte. */
export function digesting(source: AsyncIterable<Uint8Array>) {
  let known: Digest | undefined;

  async function* body(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      yield chunk;
    }
    known = { size, sha256: hash.digest('hex'), head };
  }

  function digest(): Digest {
    if (known === undefined) throw new Error('A body has no digest before its last byte went by.');
    return known;
  }

  return { body: body(), digest };
}
