import { expect, test } from 'vitest';
import { coverageOf } from '../../../src/trail/record/coverage.ts';

test('a MAC covers the value of each column but for the exceptions, and never itself', () => {
  expect(coverageOf('customer_past', { changes: 'none' })).toEqual({
    id: 'value',
    past: 'value',
    changes: 'none',
    mac: 'none',
  });
});

test('an encrypted column that is no exception does not compile, because a rotation changes its text', () => {
  // @ts-expect-error The content is missing.
  expect(coverageOf('decision', {})).toHaveProperty('content', 'value');
});
