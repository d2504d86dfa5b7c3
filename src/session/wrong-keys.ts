import { type Clock, steadyMs } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';

/** Wrong keys of one address in a minute. A person mistypes once or twice; a program that guesses gets nowhere. */
export const WRONG_KEYS_MAX = 5;
const WINDOW_MS = 60_000;
/** Addresses remembered at once; beyond this all of them begin anew. */
const ADDRESSES_MAX = 10_000;

/** Counts the wrong keys of each address, to stop one that guesses. */
export function createWrongKeys(clock: Clock) {
  const known = new Map<string, number[]>();
  const elapsedMs = steadyMs(clock);
  const recent = (address: string) => (known.get(address) ?? []).filter((at) => at > elapsedMs() - WINDOW_MS);
  return {
    /** Throws `rate_limited` for an address that has sent too many wrong keys. */
    requireFew(address: string): void {
      const times = recent(address);
      const [first] = times;
      if (times.length < WRONG_KEYS_MAX || first === undefined) return;
      throw refusal('rate_limited', 'Too many keys from your address were wrong; wait a minute.', {
        retryAfterSeconds: Math.max(1, Math.ceil((first + WINDOW_MS - elapsedMs()) / 1_000)),
      });
    },
    note(address: string): void {
      if (known.size >= ADDRESSES_MAX && !known.has(address)) known.clear();
      known.set(address, [...recent(address), elapsedMs()].slice(-WRONG_KEYS_MAX));
    },
  };
}
