import { type Clock, steadyMs } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Telemetry } from '../../pipeline/telemetry.ts';

const WINDOW_MS = 60_000;
/** Addresses remembered at once; beyond this the one with the oldest wrong key is forgotten. */
const ADDRESSES_MAX = 10_000;

/** Counts the wrong keys of each address, to stop a client that guesses: at most `max` in a minute. */
export function createWrongKeys(clock: Clock, max: number, telemetry: Telemetry) {
  /** When the last wrong keys came, by address; the address of the latest stands last. */
  const known = new Map<string, readonly number[]>();
  const elapsedMs = steadyMs(clock);
  const recent = (address: string) => (known.get(address) ?? []).filter((at) => at > elapsedMs() - WINDOW_MS);
  return {
    /** Throws `rate_limited` for an address that has sent too many wrong keys. */
    requireFew(address: string): void {
      const times = recent(address);
      const [first] = times;
      if (times.length < max || first === undefined) return;
      telemetry.limited('address');
      throw refusal('rate_limited', 'Too many keys from your address were wrong; wait a minute.', {
        retryAfterSeconds: Math.max(1, Math.ceil((first + WINDOW_MS - elapsedMs()) / 1_000)),
      });
    },
    note(address: string): void {
      const times = [...recent(address), elapsedMs()].slice(-max);
      known.delete(address);
      const [oldest] = known.keys();
      if (known.size >= ADDRESSES_MAX && oldest !== undefined) known.delete(oldest);
      known.set(address, times);
    },
  };
}
