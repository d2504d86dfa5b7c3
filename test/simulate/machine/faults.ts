import type { DatabaseKind } from '../../../src/engine/sql/kinds.ts';
import { type Chance, chance } from '../../support/crash/chance.ts';

/** What can go wrong in a world. */
export const FAULTS = [
  /** The database takes no transaction. */
  'busy',
  /** A transaction is committed, and its answer is lost. */
  'lost commit',
  /** A transaction is done up to its commit, which is refused. */
  'refused commit',
  /** A statement waits. */
  'slow statement',
  'lost request',
  /** A proxy sends a request with a key twice. */
  'sent twice',
  /** A connection breaks while the gateway still works on the request. */
  'lost connection',
  'lost response',
  'late response',
  'receiver fails',
  'receiver is late',
  /** A receiver takes a webhook and answers an error. */
  'receiver forgets',
  'full disk',
  /** The storage says that it has removed bytes, and keeps them. */
  'false removal',
  'kill',
  /** All processes end, and the disk loses what was not synced. */
  'power failure',
  'clock jump',
  'key revoked',
  'secret rotated',
  'issuer fails',
  'issuer is late',
  /** The issuer gives a token that no gateway may take. */
  'issuer lies',
  'issuer changes keys',
  /** The tables are of an earlier version, and the gateways bring them up to date as they start. */
  'upgrade',
  /** The next version brings the tables up to date while the gateways of this one serve. */
  'next version',
] as const;

/** What can go wrong only with a server. */
const OF_SERVER = [
  /** A connection to the server breaks before a statement. */
  'broken wire',
  /** The server ends at once, and starts again. */
  'server restarted',
] as const;
export type Fault = (typeof FAULTS)[number] | (typeof OF_SERVER)[number];

/** One of so many occasions has a fault. Each world draws one for each fault. */
const ONE_OF = [8, 20, 60, 200] as const;

/**
 * Half of all faults never happen in a world, so the others are seen alone, too. A fault that is left out is drawn and
 * does not happen. So the world stays the same up to where it would have happened, and the story of a rare fault can be
 * made shorter.
 */
export class Faults {
  readonly #chance: Chance;
  readonly #oneOf: ReadonlyMap<Fault, number>;
  readonly #without: ReadonlySet<string>;
  #isOver = false;

  constructor(seed: number, without: ReadonlySet<string> = new Set(), database: DatabaseKind = 'sqlite') {
    this.#chance = chance(seed ^ 0xfa017);
    this.#without = without;
    this.#oneOf = new Map(
      [...FAULTS, ...(database === 'postgres' ? OF_SERVER : [])]
        .filter(() => this.below(2) === 0)
        .map((fault) => [fault, ONE_OF[this.below(ONE_OF.length)] ?? ONE_OF[0]]),
    );
  }

  /** The faults that this world knows. */
  get known(): readonly Fault[] {
    return [...this.#oneOf.keys()].filter((fault) => !this.#without.has(fault));
  }

  /** Whether the seed gives the world this fault, also if it is left out. */
  isDrawn(fault: Fault): boolean {
    return this.#oneOf.has(fault);
  }

  isLeftOut(fault: Fault): boolean {
    return this.#without.has(fault);
  }

  happens(fault: Fault): boolean {
    const oneOf = this.#isOver ? undefined : this.#oneOf.get(fault);
    return oneOf !== undefined && this.below(oneOf) === 0 && !this.isLeftOut(fault);
  }

  /** As `happens`, for what a world has only a few occasions for: a third of them. */
  happensOften(fault: Fault): boolean {
    return !this.#isOver && this.isDrawn(fault) && this.below(3) === 0 && !this.isLeftOut(fault);
  }

  /** As `happensOften`, also when no more faults happen: for what is done hours later. */
  happensLater(fault: Fault): boolean {
    return this.isDrawn(fault) && this.below(3) === 0 && !this.isLeftOut(fault);
  }

  below(count: number): number {
    return this.#chance.below(count);
  }

  /** No more faults: what is left to do must be done. */
  end(): void {
    this.#isOver = true;
  }

  get isOver(): boolean {
    return this.#isOver;
  }
}
