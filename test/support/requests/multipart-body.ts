/** Multipart bodies for tests, spelled out byte by byte so that broken ones can be made. */
export const BOUNDARY = '----boundary7MA4YWxk';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
export const END = `--${BOUNDARY}--\r\n`;

/** `more` is the rest of the header after the name: parameters, and further lines. */
export function partOf(name: string, content: string | Uint8Array, more = ''): Buffer<ArrayBuffer> {
  const header = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([Buffer.from(header), Buffer.from(content), Buffer.from('\r\n')]);
}

export function bodyOf(...pieces: (string | Uint8Array)[]): Buffer<ArrayBuffer> {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

/** The body in chunks of the given sizes, over and over. */
export function streamOf(body: Uint8Array, sizes: readonly number[] = [65_536]): ReadableStream<Uint8Array> {
  let at = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      const size = sizes[turn++ % sizes.length] ?? body.length;
      if (at < body.length) controller.enqueue(body.subarray(at, at + size));
      else controller.close();
      at += size;
    },
  });
}

export function uploadOf(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  headers: Record<string, string> = {},
): Request {
  const init = {
    method: 'POST',
    headers: { 'content-type': MULTIPART, ...headers },
    body,
    duplex: 'half',
  } as const;
  return new Request('http://gateway.example/upload', init);
}
