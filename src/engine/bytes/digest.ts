import { createHash } from 'node:crypto';
import { FILE_END_BYTES, type FileEnds } from '../file-type/file-type.ts';

/** Facts about a body, known after its last byte. */
export interface Digest extends FileEnds {
  readonly size: number;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
}

/** Passes a body through unchanged. After the last byte, `digest` returns its facts. */
export function digesting(source: AsyncIterable<Uint8Array>) {
  let known: Digest | undefined;

  async function* body(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    let head = Buffer.alloc(0);
    let tail = Buffer.alloc(0);
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      if (head.length < FILE_END_BYTES)
        head = Buffer.concat([head, chunk.subarray(0, FILE_END_BYTES - head.length)]);
      tail = lastOf(tail, chunk);
      yield chunk;
    }
    known = { size, sha256: hash.digest('hex'), head, tail };
  }

  function digest(): Digest {
    if (known === undefined) throw new Error('A body has no digest before its last byte was read.');
    return known;
  }

  return { body: body(), digest };
}

/** The last bytes of both together. They are copied, because a chunk is valid until the next one is requested. */
function lastOf(before: Buffer<ArrayBuffer>, chunk: Uint8Array): Buffer<ArrayBuffer> {
  const kept =
    chunk.length < FILE_END_BYTES ? before.subarray(chunk.length - FILE_END_BYTES) : Buffer.alloc(0);
  return Buffer.concat([kept, chunk.subarray(-FILE_END_BYTES)]);
}
