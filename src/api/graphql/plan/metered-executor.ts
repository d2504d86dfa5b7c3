import type { ExecutionResult, GraphQLLeafType, ValidatedExecutionArgs } from 'graphql';
import { ensureGraphQLError } from 'graphql/error/ensureGraphQLError.js';
import { createSharedExecutionContext } from 'graphql/execution/createSharedExecutionContext.js';
import { ExecutorThrowingOnIncremental } from 'graphql/execution/ExecutorThrowingOnIncremental.js';
import type { PromiseOrValue } from '../../../engine/async/promise-or-value.ts';
import type { Meter } from './meter.ts';

export type Fields = Record<string, unknown>;

/** graphql's executor, extended by a meter that can abort a run. */
export class MeteredExecutor extends ExecutorThrowingOnIncremental {
  readonly #meter: Meter | null;
  /**
   * The error that the meter threw; empty if it threw none. A list, because the error may be any value, also undefined.
   */
  readonly #stops: unknown[] = [];
  /** Rejects a pending result. */
  #rejectResult: ((error: unknown) => void) | null = null;

  constructor(args: ValidatedExecutionArgs, meter: Meter | null) {
    super(args, createSharedExecutionContext(undefined));
    this.#meter = meter;
    // The function is put into a variable first. If it is assigned to a property at once, V8 allocates it in the old
    // generation, and there it keeps the whole run alive until the next full garbage collection.
    const getAbortSignal = (): AbortSignal => this.#abortSignal();
    this.getAbortSignal = getAbortSignal;
  }

  /** The error to report for the run: if the meter stopped it, the error of the meter. */
  reasonFor(error: unknown): unknown {
    return this.#stops.length > 0 ? this.#stops[0] : error;
  }

  override completeLeafValue(type: GraphQLLeafType, result: unknown): unknown {
    const value = super.completeLeafValue(type, result);
    try {
      this.#meter?.onLeaf(value);
    } catch (error) {
      this.#stop(error);
    }
    return value;
  }

  protected onObject(memberBytes: number): void {
    try {
      this.#meter?.onObject(memberBytes);
    } catch (error) {
      this.#stop(error);
    }
  }

  /**
   * The result of a run; nothing can abort it from outside. The method of graphql is not used, because it assigns a
   * function to a property in each run (see the constructor).
   */
  protected resultOf(execute: () => PromiseOrValue<Fields>): PromiseOrValue<ExecutionResult> {
    try {
      const data = execute();
      return data instanceof Promise ? this.#resultLater(data) : this.#resultWith(data);
    } catch (error) {
      return this.#resultWithout(error);
    }
  }

  #resultLater(data: Promise<Fields>): Promise<ExecutionResult> {
    const { promise, resolve, reject } = Promise.withResolvers<ExecutionResult>();
    this.#rejectResult = reject;
    data
      .then(
        (fields) => resolve(this.#resultWith(fields)),
        (error: unknown) => resolve(this.#resultWithout(error)),
      )
      .catch(reject);
    return promise;
  }

  #resultWith(data: Fields | null): ExecutionResult {
    return this.finish(this.buildResponse(data));
  }

  /** The result without data: an error has passed through non-null fields up to the root. */
  #resultWithout(error: unknown): ExecutionResult {
    this.collectedErrors.add(ensureGraphQLError(error), undefined);
    return this.#resultWith(null);
  }

  #stop(error: unknown): never {
    this.#stops.push(error);
    this.abort(error);
    this.#rejectResult?.(error);
    throw error;
  }

  /**
   * Created on demand, because an AbortController costs as much as a small response and few resolvers use its signal.
   */
  #abortSignal(): AbortSignal {
    this.resolverAbortController ??= new AbortController();
    if (this.aborted) this.resolverAbortController.abort(this.abortReason);
    return this.resolverAbortController.signal;
  }
}
