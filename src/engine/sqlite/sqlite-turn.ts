import type { Waiting } from '../turns/group-queue.ts';
import type { Savepoint } from './savepoint.ts';
import { world } from '../../kernel/world.ts';

/** The turn of a transaction on the writing connection. Transactions that read or change rows need one. */
export class SqliteTurn implements Waiting {
  readonly since = world.elapsedMs();
  /** Whether it has its own commit. */
  readonly isAlone: boolean;
  readonly #begun = Promise.withResolvers<Savepoint>();
  readonly #over = Promise.withResolvers<void>();
  readonly #committed = Promise.withResolvers<'done' | 'again'>();
  #savepoint: Savepoint | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(isAlone: boolean) {
    this.isAlone = isAlone;
    // If the turn is refused, the statement that needed it rejects, so this rejection is handled.
    this.#committed.promise.catch(() => {});
  }

  /** Resolves when the turn has come; rejects if it is refused. */
  get begun(): Promise<Savepoint> {
    return this.#begun.promise;
  }

  get hasBegun(): boolean {
    return this.#savepoint !== null;
  }

  /** Why the transaction failed; null if it did not. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** Lets the transaction run its statements. Resolves when its work is over. */
  run(savepoint: Savepoint): Promise<void> {
    this.#savepoint = savepoint;
    this.#begun.resolve(savepoint);
    return this.#over.promise;
  }

  /**
   * Ends the work of the transaction. Resolves when its change is on disk or when it must run again. Rejects if it
   * cannot be committed.
   */
  async end(failure: { readonly error: unknown } | null): Promise<'done' | 'again'> {
    this.#failure = failure;
    try {
      this.#savepoint?.end(failure === null ? 'keep' : 'undo');
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#over.resolve();
    const end = await this.#committed.promise;
    if (end === 'done' && this.#failure !== null) throw this.#failure.error;
    return end;
  }

  done(): void {
    this.#committed.resolve('done');
  }

  again(): void {
    this.#committed.resolve('again');
  }

  fail(error: unknown): void {
    this.#begun.reject(error);
    this.#committed.reject(error);
  }
}
