import { expect, test } from 'vitest';
import { regularExpressionsOf, superLinear } from './regular-expressions.ts';
import { sources } from './sources.ts';

test('no regular expression of the gateway has a form that takes more than linear time', () => {
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
  ['cubic', /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i],
])('a regular expression that is %s would be found', (_, slow) => {
  expect(superLinear(slow)).not.toBeNull();
});
