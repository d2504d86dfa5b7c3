import type { CompiledQuery, QueryResult } from 'kysely';
import { FairQueue } from '../turns/fair-queue.ts';
import { world } from '../../kernel/world.ts';

/**
 * Milliseconds that the reads of one turn of the event loop may take together. Further reads wait for the next turn. An
 * ordinary read takes some 10 µs.
 */
const READS_MS_MAX = 10;

/** Runs one statement of an owner. */
type RunRead = <Row>(owner: string, query: CompiledQuery) => Promise<QueryResult<Row>>;

interface ReadTurnsOptions {
  readonly read: RunRead;
  /** Gets the milliseconds that a read held the event loop. */
  readonly onDone: (query: CompiledQuery, ms: number) => void;
  readonly now?: () => number;
}

/**
 * Gives others a turn of the event loop between reads: reads are synchronous, and one request may have many. Owners
 * with waiting reads take turns. Every read comes through here, so a read that does not wait allocates nothing.
 */
export class ReadTurns {
  readonly #read: RunRead;
  readonly #onDone: (query: CompiledQuery, ms: number) => void;
  readonly #now: () => number;
  readonly #line = new FairQueue<() => void>();
  #spentMs = 0;
  #isTurnAhead = false;

  constructor({ read, onDone, now = () => world.elapsedMs() }: ReadTurnsOptions) {
    this.#read = read;
    this.#onDone = onDone;
    this.#now = now;
  }

  /** Runs a read in this turn if there is time; else in a later one. */
  run<Row>(owner: string, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#line.size === 0 && this.#hasTime()) return this.#timed(owner, query);
    this.#awaitTurn();
    return new Promise((resolve, reject) => {
      this.#line.push(owner, () => {
        try {
          resolve(this.#timed(owner, query));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #hasTime(): boolean {
    return this.#spentMs < READS_MS_MAX;
  }

  #timed<Row>(owner: string, query: CompiledQuery): Promise<QueryResult<Row>> {
    const began = this.#now();
    const result = this.#read<Row>(owner, query);
    const ms = this.#now() - began;
    this.#spentMs += ms;
    this.#onDone(query, ms);
    this.#awaitTurn();
    return result;
  }

  #awaitTurn(): void {
    if (this.#isTurnAhead) return;
    this.#isTurnAhead = true;
    world.soon(() => this.#beginTurn());
  }

  #beginTurn(): void {
    this.#isTurnAhead = false;
    this.#spentMs = 0;
    while (this.#line.size > 0 && this.#hasTime()) this.#line.shift()?.();
    if (this.#line.size > 0) this.#awaitTurn();
  }
}
