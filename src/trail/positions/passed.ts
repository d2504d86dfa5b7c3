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

/**
 * What is left behind after one more relay. `proven`: no transaction that still runs has a number up to it. `done`: every
 * event up to it that the relay saw is left behind. Null if the next relay has to look at all events again.
 */
export function passedAfter(
  before: Passed | null,
  relay: {
    readonly position: number;
    readonly seen: readonly number[];
    readonly proven: number;
    readonly done: number;
  },
): Passed | null {
  const numbers = new Set(before?.numbers);
  for (const number of relay.seen) numbers.add(number);
  let upTo = Math.max(before?.upTo ?? 0, Math.min(relay.proven, relay.done));
  for (const number of numbers) if (number <= upTo) numbers.delete(number);
  while (numbers.delete(upTo + 1)) upTo += 1;
  return numbers.size > NUMBERS_MAX ? null : { position: relay.position, upTo, numbers };
}
