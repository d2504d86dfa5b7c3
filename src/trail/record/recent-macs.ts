import type { EventRow } from './event-row.ts';

/**
 * More than are made within the 25 ms until the relay asks for them. If more are made, the rest is read from the
 * database.
 */
const EVENTS_MAX = 2_000;

/**
 * Hex digits of a MAC that form the key of the map, a small integer. With whole MACs as keys, the map would need half
 * the time of making the MACs.
 */
const SLOT_DIGITS = 7;

interface EventMac {
  readonly mac: string;
  readonly event: EventRow;
}

/**
 * A cache of the last events whose MACs this process has made, by MAC. The relay asks for them soon, and then need not
 * read them and make their MACs again. If two events have one slot, which is rare, the earlier one is dropped.
 */
export class RecentMacs {
  readonly #slots = new Map<number, EventMac>();

  add(made: EventMac): void {
    this.#slots.set(slotOf(made.mac), made);
    if (this.#slots.size > EVENTS_MAX) this.#forgetOldest();
  }

  /** Removes and returns the event with this MAC; undefined if it is not in the cache. */
  take(mac: string): EventRow | undefined {
    const slot = slotOf(mac);
    const found = this.#slots.get(slot);
    if (found?.mac !== mac) return undefined;
    this.#slots.delete(slot);
    return found.event;
  }

  #forgetOldest(): void {
    const { value: oldest } = this.#slots.keys().next();
    if (oldest !== undefined) this.#slots.delete(oldest);
  }
}

const slotOf = (mac: string): number => Number.parseInt(mac.slice(0, SLOT_DIGITS), 16);
