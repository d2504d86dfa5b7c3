import { expect, test } from 'vitest';
import { responseError } from '../../../../../src/engine/blob/drivers/s3/s3-error.ts';
import { refusedStep } from '../../../../../src/run/open/start-step.ts';

/** The `Date` header of a store whose clock is so many seconds behind that of this machine. */
const dateBehind = (seconds: number) => new Date(Date.now() - seconds * 1_000).toUTCString();
const sentenceOf = (error: Error) => refusedStep('The storage cannot be used', error).message;

test.each([
  ['ahead of', 3_600],
  ['behind', -7_200],
])(
  'a 403 without a body from a store with another time says that the clock is %s its own',
  (side, seconds) => {
    const error = responseError(403, '', dateBehind(seconds));
    expect(error.code).toBe('RequestTimeTooSkewed');
    expect(Math.round((error.clockAheadSeconds ?? 0) / 60)).toBe(seconds / 60);
    expect(sentenceOf(error)).toMatch(
      new RegExp(
        `: the clock of this machine is wrong\\. The clock of this machine is \\d+ s ${side} the store's\\.$`,
      ),
    );
  },
);

test.each([
  ['of the same time', dateBehind(60)],
  ['without a time', undefined],
])('a 403 of a store %s is a missing right', (_, date) => {
  const error = responseError(403, '', date);
  expect(error.code).toBe('AccessDenied');
  expect(sentenceOf(error)).toBe(
    'The storage cannot be used: the access key is wrong or may not use the bucket.',
  );
});
