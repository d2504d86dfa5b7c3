import type { ByteRange } from '../bytes/byte-range.ts';

interface RangeRequest {
  /** The `Range` header. */
  readonly range: string | null;
  /** The `If-Range` header. */
  readonly ifRange: string | null;
  readonly size: number;
  /** The strong ETag of the file, quotes included. */
  readonly etag: string;
}

/**
 * The part of a file to send, by RFC 9110 section 14: one range, or the whole file if the header is not a single
 * well-formed byte range or is about another version of the file.
 */
export function requestedRange({
  range,
  ifRange,
  size,
  etag,
}: RangeRequest): 'full' | 'unsatisfiable' | ByteRange {
  if (range === null || (ifRange !== null && ifRange !== etag)) return 'full';
  const match = /^bytes=[ \t]*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))[ \t]*$/i.exec(range);
  const { first, last, suffix } = match?.groups ?? {};
  if (suffix !== undefined) return lastBytes(Number(suffix), size);
  if (first === undefined) return 'full';
  const start = Number(first);
  const end = last ? Number(last) : Infinity;
  if (end < start) return 'full';
  if (start >= size) return 'unsatisfiable';
  return { start, end: Math.min(end, size - 1) };
}

function lastBytes(count: number, size: number): 'unsatisfiable' | ByteRange {
  if (count === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - count), end: size - 1 };
}
