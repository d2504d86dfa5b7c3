import { isUtf8 } from 'node:buffer';
import { BOUNDARY } from '../../../support/requests/multipart-body.ts';

const DELIMITER = `\r\n--${BOUNDARY}`;
const BLANK_LINE = '\r\n\r\n';
const HEADER_BYTES_MAX = 16 * 1024;
/** The headers that `partOf` makes, behind what may follow a delimiter on its line. */
const HEADER = /^\s*\r\nContent-Disposition: form-data; name="(?<name>metadata|file)"$/;

interface Limits {
  readonly bodyBytesMax: number;
  readonly fieldBytesMax: number;
}

/**
 * The status for a body of pieces that `partOf` makes and of random bytes, by looking at all of it at once; it comes in
 * chunks of one size, and what is wrong is found when its last byte has come.
 */
export function statusOf(
  body: Buffer,
  chunk: number,
  { bodyBytesMax, fieldBytesMax }: Limits,
): 200 | 400 | 413 {
  const text = `\r\n${body.toString('latin1')}`;
  const come = (end: number) => Math.min(Math.ceil((end - 2) / chunk) * chunk, body.length);
  const faultAt = (end: number) => (come(end) > bodyBytesMax ? 413 : 400);
  const after = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at === -1 ? null : at + mark.length;
  };

  let at = after(DELIMITER, 0);
  for (let parts = 0; at !== null; parts += 1) {
    if (text.startsWith('--', at))
      return parts === 0 || body.length > bodyBytesMax ? faultAt(text.length) : 200;
    const begin: number | null = after(BLANK_LINE, at);
    if (begin === null || begin - at > HEADER_BYTES_MAX)
      return faultAt(Math.min(at + HEADER_BYTES_MAX, text.length));
    const name = HEADER.exec(text.slice(at, begin - BLANK_LINE.length))?.groups?.['name'];
    if (name === undefined) return faultAt(begin);
    const next: number | null = after(DELIMITER, begin);
    const end = next === null ? text.length : next - DELIMITER.length;
    if (name === 'metadata' && end - begin > fieldBytesMax) return 413;
    if (name === 'metadata' && next !== null && !isUtf8(Buffer.from(text.slice(begin, end), 'latin1')))
      return faultAt(next);
    at = next;
  }
  return faultAt(text.length);
}
