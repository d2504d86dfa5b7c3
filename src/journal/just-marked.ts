import type { EventRow } from './record.ts';

/** More than are made until the relay asks for them, some 25 ms later; where they come faster, it reads them. */
const EVENTS_MAX = 2_000;

/** Hex digits of a MAC that make a small integer. To put the MACs themselves into a map takes half as long as to make them. */
const SLOT_DIGITS = 7;

interface Marked {
  readonly mark: string;
  readonly event: EventRow;
}

/**
 * The events that this process has marked last, by MAC. Mostly the relay asks for them next, and knowing them saves it to
 * read them and to make their MACs again. Of two in one slot, which is rare, the earlier is forgotten.
 */
export class JustMarked {
  readonly #slots = new Map<number, Marked>();

  add(marked: Marked): void {
    this.#slots.set(slotOf(marked.mark), marked);
    if (this.#slots.size > EVENTS_MAX) this.#forgetOldest();
  }

  /** The event with this MAC, which is forgotten then, as it is asked for once; undefined where it is not known. */
  take(mark: string): EventRow | undefined {
    const slot = slotOf(mark);
    const found = this.#slots.get(slot);
    if (found?.mark !== mark) return undefined;
    this.#slots.delete(slot);
    return found.event;
  }

  #forgetOldest(): void {
    const { value: oldest } = this.#slots.keys().next();
    if (oldest !== undefined) this.#slots.delete(oldest);
  }
}

const slotOf = (mark: string): number => Number.parseInt(mark.slice(0, SLOT_DIGITS), 16);
