import { expect, test } from 'vitest';
import { pictureSizeOf } from '../../../src/pages/console-kit/preview/picture-size.ts';
import { pngOf } from '../../support/fixtures/picture-fixture.ts';
import { redJpeg } from './pictures.ts';

test('a picture states its size in its header', () => {
  expect(pictureSizeOf(redJpeg())).toEqual({ width: 32, height: 32 });
  expect(pictureSizeOf(pngOf(40_000, 30_000, false))).toEqual({ width: 40_000, height: 30_000 });
});

test('a progressive JPEG states it behind its other segments', () => {
  const jpeg = Buffer.from('ffd8 ffe00004 0000 ffff c2000b08 75309c40 01'.replaceAll(' ', ''), 'hex');
  expect(pictureSizeOf(jpeg)).toEqual({ width: 40_000, height: 30_000 });
});

test.each([0, 1, 2, 20])('a picture of %s bytes states none', (length) => {
  expect(pictureSizeOf(redJpeg().subarray(0, length))).toBe(null);
  expect(pictureSizeOf(pngOf(8, 8).subarray(0, length))).toBe(null);
});
