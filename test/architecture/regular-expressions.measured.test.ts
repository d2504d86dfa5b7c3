import { expect, test } from 'vitest';
import { knownWorkMs } from '../support/measured/known-work.ts';
import { slowOn } from '../support/measured/slow-patterns.ts';
import { regularExpressionsOf } from './regular-expressions.ts';
import { sources } from './sources.ts';

test('no regular expression of the gateway takes more than linear time, whatever it meets', () => {
  let count = 0;
  const faults: string[] = [];
  for (const [file, text] of sources('src')) {
    const patterns = regularExpressionsOf(text).filter((pattern) => pattern !== null);
    if (patterns.length === 0) continue;
    const pieceMs = knownWorkMs();
    for (const pattern of patterns) {
      count += 1;
      const why = slowOn(pattern, pieceMs);
      if (why !== null) faults.push(`${file}: ${pattern}: ${why}`);
    }
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(50);
});

test.each([
  ['at 16 KiB', /a+$/, 16 * 1024],
  ['at 16 KiB', /^[^]*?"[^]*?"x/, 16 * 1024],
  ['at 64 KiB', /<Contents>.*?<\/Contents>/s, 64 * 1024],
  ['at 512 characters', /^a*a*a*$/, 512],
  ['at 24 characters', /^(?:a|a)*$/, 24],
])('a slow regular expression is found %s: %s', (_, slow, length) => {
  expect(slowOn(slow, knownWorkMs())).toMatch(new RegExp(`^${length} times`));
});

test('an expression that is fast on short texts is found at 3 MiB', () => {
  // Fifty steps for each character: milliseconds at 16 KiB.
  expect(slowOn(/[^b]{0,50}b/, knownWorkMs(), [24, 512])).toMatch(/^3145728 times /);
});

test('nothing is found in a regular expression that is linear', () => {
  expect(slowOn(/^[\w-]{1,64}$/, knownWorkMs())).toBeNull();
});
