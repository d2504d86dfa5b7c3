import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestedRange } from '../../../src/engine/http/range.ts';

const etag = '"doc_1"';
const ask = (range: string | null, size = 100, ifRange: string | null = null) =>
  requestedRange({ range, ifRange, size, etag });

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=10-1000', { start: 10, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['Bytes= 5-6 ', { start: 5, end: 6 }],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 99 }],
])('%s of 100 bytes', (range, expected) => {
  expect(ask(range)).toEqual(expected);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s of 100 bytes is beyond',
  (range) => {
    expect(ask(range)).toBe('unsatisfiable');
  },
);

test.each([
  null,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-4',
  'bytes=0-1,3-4',
  'bytes=0-1,',
  'bytes 0-1',
  'bytes=0-1-2',
  'bytes=+0-1',
  'bytes=0x0-1',
  'bytes=1.0-2',
  'seconds=0-1',
])('%j is ignored', (range) => {
  expect(ask(range)).toBe('full');
});

test.each([0, 1])('there is no range of the %d bytes of an empty document', (first) => {
  expect(ask(`bytes=${first}-`, 0)).toBe('unsatisfiable');
});

describe('If-Range', () => {
  test('with the same ETag keeps the range', () => {
    expect(ask('bytes=0-0', 100, etag)).toEqual({ start: 0, end: 0 });
  });

  test.each(['"doc_2"', `W/${etag}`, 'doc_1', '', 'Fri, 01 May 2026 10:00:00 GMT'])(
    '%j asks for the whole',
    (ifRange) => {
      expect(ask('bytes=0-0', 100, ifRange)).toBe('full');
    },
  );
});

test('a range is always within the document, and holds the requested bytes', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.option(fc.nat(60)), fc.option(fc.nat(60)), (size, first, last) => {
      const result = ask(`bytes=${first ?? ''}-${last ?? ''}`, size);
      if (typeof result === 'string') return;
      expect(result.start).toBeGreaterThanOrEqual(0);
      expect(result.end).toBeLessThan(size);
      expect(result.end).toBeGreaterThanOrEqual(result.start);
      if (first === null) expect(result.end - result.start + 1).toBe(Math.min(last ?? 0, size));
      else expect(result.start).toBe(first);
    }),
  );
});

test('it never throws, with any header', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^bytes=[-0-9, ]{0,12}$/)),
      fc.nat(10),
      (range, size) => {
        ask(range, size);
      },
    ),
  );
});
