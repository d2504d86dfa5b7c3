import { type Clock, steadyMs } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { LiveProcesses } from '../gateway.ts';
import type { Telemetry } from '../../engine/tracing/telemetry.ts';

const WINDOW_MS = 60_000;
/** Addresses remembered at once. If there are more, the address with the oldest wrong key is forgotten. */
const ADDRESSES_MAX = 10_000;

export interface WrongKeysOptions {
  readonly clock: Clock;
  /** The processes that divide the limit, as for the rate of a key. */
  readonly processes: LiveProcesses;
  readonly telemetry: Telemetry;
}

/**
 * Counts the wrong keys, cookies and sign-ins of each address, to stop a client that guesses. At most `max` a minute
 * are allowed over all processes.
 */
export function createWrongKeys(max: number, { clock, processes, telemetry }: WrongKeysOptions) {
  /** The times of the last wrong keys by address. The address of the latest stands last. */
  const known = new Map<string, readonly number[]>();
  const elapsedMs = steadyMs(clock);
  const recent = (address: string) => (known.get(address) ?? []).filter((at) => at > elapsedMs() - WINDOW_MS);
  const ofThisProcess = () => Math.max(1, Math.floor(max / processes.count));
  return {
    /** Throws `rate_limited` for an address that has sent too many wrong keys. */
    requireFew(address: string): void {
      const times = recent(address);
      const most = ofThisProcess();
      const first = times.at(-most);
      if (times.length < most || first === undefined) return;
      telemetry.limited('address');
      throw refusal(
        'rate_limited',
        'Too many keys or sign-ins from your address were wrong; wait a minute.',
        {
          retryAfterSeconds: Math.max(1, Math.ceil((first + WINDOW_MS - elapsedMs()) / 1_000)),
        },
      );
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
