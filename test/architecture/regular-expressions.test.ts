import { expect, test } from 'vitest';
import { regularExpressionsOf, slowOn, superLinear } from './regular-expressions.ts';
import { sources } from './sources.ts';

test('no regular expression of the gateway takes more than linear time, whatever it meets', () => {
  let count = 0;
  const faults: string[] = [];
  for (const [file, text] of sources('src')) {
    for (const pattern of regularExpressionsOf(text)) {
      count += 1;
      const why = pattern === null ? 'is put together while the gateway runs' : superLinear(pattern);
      if (why !== null) faults.push(`${file}: ${pattern}: ${why}`);
    }
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(50);
});

test.each([
  ['quadratic by backtracking', /^a*a*$/],
  ['quadratic by trying each place', /a+$/],
  ['quadratic by looking for an end at each beginning', /<Contents>.*?<\/Contents>/s],
  ['cubic', /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i],
  ['exponential', /^(?:a|a)*$/],
])('a regular expression that is %s would be found', (_, slow) => {
  expect(superLinear(slow)).not.toBeNull();
});

// The form of a pattern shows that it is slow before the clock does, so the clock is tested alone.
test.each([
  ['at 16 KiB', /a+$/, 16 * 1024],
  ['at 16 KiB', /^[^]*?"[^]*?"x/, 16 * 1024],
  ['at 512 characters', /^a*a*a*$/, 512],
  ['at 24 characters', /^(?:a|a)*$/, 24],
])('the clock finds a slow regular expression %s: %s', (_, slow, length) => {
  expect(slowOn(slow)).toMatch(new RegExp(`^${length} times`));
});

test('the clock finds at 3 MiB what is too fast to be found before', () => {
  // Fifty steps for each character: milliseconds at 16 KiB.
  expect(slowOn(/[^b]{0,50}b/, [24, 512])).toMatch(/^3145728 times /);
});

test('the clock finds nothing in a regular expression that is linear', () => {
  expect(slowOn(/^[\w-]{1,64}$/)).toBeNull();
});
