import { expect, test } from 'vitest';
import { regularExpressionsOf, superLinear } from './regular-expressions.ts';
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
