import { refusal } from '../../../kernel/errors.ts';
import { Lookahead } from './lookahead.ts';
import { type PartHeader, readPartHeader } from './part-header.ts';

/** Bytes of the header of one part; real clients send some hundred. */
const HEADER_BYTES_MAX = 16 * 1024;

const BLANK_LINE = Buffer.from('\r\n\r\n');
const LAST = Buffer.from('--');

/** One part of a multipart body. Unread bytes are skipped. */
export interface RawPart extends PartHeader {
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The parts of a multipart/form-data body, one at a time in order of arrival. The body is read only on demand. If it
 * fails or is malformed, the reader gets the error. If the caller stops, the reading stops too. This is not built on
 * @fastify/busboy, which drops parts without a name and never ends on some malformed bodies.
 */
export async function* splitParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<RawPart> {
  const source = body[Symbol.asyncIterator]();
  // The first delimiter may be at the very beginning, without the line break before it.
  const text = new Lookahead('\r\n', source, notWellFormed);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  try {
    await skip(bytesBefore(text, delimiter));
    while (!(await text.startsWith(LAST))) {
      const header = await readHeader(text);
      const bytes = bytesBefore(text, delimiter);
      yield { ...header, bytes };
      await skip(bytes);
    }
    while ((await source.next()).done !== true);
  } finally {
    // Not awaited: the caller may stop while a chunk is still on its way.
    void source.return?.();
  }
}

/** Iterating again continues where the last loop stopped, so the unread rest of a part can be skipped. */
function bytesBefore(text: Lookahead, delimiter: Buffer): AsyncIterable<Uint8Array> {
  let ended = false;
  return {
    async *[Symbol.asyncIterator]() {
      while (!ended) {
        const chunk = await text.before(delimiter);
        if (chunk === null) ended = true;
        else yield chunk;
      }
    },
  };
}

async function readHeader(text: Lookahead): Promise<PartHeader> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytesBefore(text, BLANK_LINE)) {
    size += chunk.length;
    if (size > HEADER_BYTES_MAX) throw notWellFormed();
    chunks.push(Buffer.from(chunk));
  }
  return readPartHeader(Buffer.concat(chunks).toString());
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const rest = bytes[Symbol.asyncIterator]();
  while ((await rest.next()).done !== true);
}

function notWellFormed() {
  return refusal('body_invalid', 'The body is not well-formed multipart/form-data.');
}
