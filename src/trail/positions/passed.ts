/**
 * The events that the last relay of this process has left behind: each has a position or is held. The next relay does
 * not look for their positions again.
 */
export interface Passed {
  /** The last position in the feed then. If it is still the last one, no other process has relayed since. */
  readonly position: number;
  /** Every event up to this number is left behind, and no transaction that still runs has such a number. */
  readonly upTo: number;
  /** The numbers after it that are left behind. */
  readonly numbers: ReadonlySet<number>;
}

/** The most numbers in memory: what several relays under a heavy load see. With more, the next relay reads all again. */
const NUMBERS_MAX = 10_000;

/** What one relay has done. */
export interface Left {
  /** What was left behind before it; null if it looked at all events after the mark. */
  readonly before: Passed | null;
  /** The number up to which every event was left behind before. */
  readonly from: number;
  readonly seen: readonly number[];
  /** Every event up to this number that it saw is left behind now. */
  readonly done: number;
  /** No transaction that still runs has a number up to this one. */
  readonly proven: number;
  readonly position: number;
}

/** What is left behind after one more relay. Null if the next relay has to look at all events after the mark. */
export function passedAfter({ before, from, seen, done, proven, position }: Left): Passed | null {
  let upTo = Math.max(from, Math.min(proven, done));
  const numbers = new Set<number>();
  for (const number of before?.numbers ?? []) if (number > upTo) numbers.add(number);
  for (const number of seen) if (number > upTo && number <= done) numbers.add(number);
  while (numbers.delete(upTo + 1)) upTo += 1;
  return numbers.size > NUMBERS_MAX ? null : { position, upTo, numbers };
}
