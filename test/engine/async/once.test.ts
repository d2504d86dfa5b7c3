import { expect, test } from 'vitest';
import { once } from '../../../src/engine/async/once.ts';

test('a value is made by the first call only, and made again if that call failed', async () => {
  let calls = 0;
  const make = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  const both = await Promise.allSettled([make(), make()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([make(), make(), make()])).toEqual([2, 2, 2]);
  expect(await make()).toBe(2);
});
