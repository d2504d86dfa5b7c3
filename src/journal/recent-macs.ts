import type { EventRow } from './record.ts';

/** More than are made until the relay asks for them, some 25 ms later; where they come faster, it reads them. */
const EVENTS_MAX = 2_000;

/**
 * Hex digits of a MAC that make a small integer. To put the MACs themselves into a map takes half as long as to make
 * them.
 */
const SLOT_DIGITS = 7;

interface EventMac {
  readonly mac: string;
  readonly event: EventRow;
}

/**
 * The last events whose MACs this process has made, by MAC. Mostly the relay asks for them next; it then need not read
 * them and make their MACs again. Of two in one slot, which is rare, the earlier is forgotten.
 */
export class RecentMacs {
  readonly #slots = new Map<number, EventMac>();

  add(made: EventMac): void {
    this.#slots.set(slotOf(made.mac), made);
    if (this.#slots.size > EVENTS_MAX) this.#forgetOldest();
  }

  /** The event with this MAC, which is forgotten then, as it is asked for once; undefined where it is not known. */
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
