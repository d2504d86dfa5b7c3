import { createHash } from 'node:crypto';

/** Passes bytes on. After the last byte `digest` returns their number and hash. */
export function digested(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  let ended: { readonly size: number; readonly sha256: string } | null = null;
  return {
    body: (async function* () {
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
      ended = { size, sha256: hash.digest('hex') };
    })(),
    /** Null before the end. */
    digest: () => ended,
  };
}
