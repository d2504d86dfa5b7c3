import {
  type ExecutionResult,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isObjectType,
  type ValidatedExecutionArgs,
} from 'graphql';
import { executeRootSelectionSetChannel, resolveChannel, shouldTrace } from 'graphql/diagnostics.js';
import { buildResolveInfo } from 'graphql/execution/buildResolveInfo.js';
import type { DeferUsage, FieldDetailsList, GroupedFieldSet } from 'graphql/execution/collectFields.js';
import { addPath } from 'graphql/jsutils/Path.js';
import type { PromiseOrValue } from '../../../engine/async/promise-or-value.ts';
import { DOCUMENT_CHARACTERS_MAX } from '../limits/limits.ts';
import type { Meter } from './meter.ts';
import { type Fields, MeteredExecutor } from './metered-executor.ts';
import type { Plan } from './plan.ts';
import { isAtHand, isPromiseLike, isRecord } from './at-hand.ts';
import type { PlannedField, PropertyField, Selection } from './selection.ts';

type Path = GraphQLResolveInfo['path'];

/** The assumed bytes of the member names of a selection without a plan: the most that a document can have. */
const UNPLANNED_MEMBER_BYTES = DOCUMENT_CHARACTERS_MAX;

/** An item of a list. */
interface Item {
  readonly itemType: GraphQLOutputType;
  readonly type: GraphQLObjectType;
  readonly details: FieldDetailsList;
  readonly at: Path;
}

/** A property with its object and path. */
interface Read {
  readonly type: GraphQLObjectType;
  readonly source: unknown;
  readonly value: unknown;
  readonly at: Path | undefined;
}

/**
 * graphql's executor with three changes: selections come from a plan, a field that is only a property is read without a
 * resolver call, and a list of objects is completed in one loop. Everything else, and every error, comes from graphql.
 * It overrides internal methods of graphql-js; `test/api/graphql/plan` compares both executors.
 */
export class PlannedExecutor extends MeteredExecutor {
  readonly #plan: Plan;

  constructor(args: ValidatedExecutionArgs, plan: Plan, meter: Meter | null) {
    super(args, meter);
    this.#plan = plan;
  }

  override executeRootSelectionSet(serially?: boolean): PromiseOrValue<ExecutionResult> {
    const { externalAbortSignal, rootValue } = this.validatedExecutionArgs;
    const selection = this.#plan.plannedQuery;
    if (selection === null || externalAbortSignal || shouldTrace(executeRootSelectionSetChannel))
      return super.executeRootSelectionSet(serially);
    return this.resultOf(() => this.#executeSelection(selection, rootValue, undefined));
  }

  override executeCollectedRootFields(
    rootType: GraphQLObjectType,
    rootValue: unknown,
    collected: GroupedFieldSet,
    serially: boolean,
    newDeferUsages: readonly DeferUsage[],
  ): PromiseOrValue<Fields> {
    const isPlanned = newDeferUsages.length === 0;
    const selection = isPlanned ? this.#plan.root(this.validatedExecutionArgs, rootType, collected) : null;
    if (selection !== null && !serially) return this.#executeSelection(selection, rootValue, undefined);
    this.onObject(selection?.memberBytes ?? UNPLANNED_MEMBER_BYTES);
    const fields = selection?.grouped ?? collected;
    return super.executeCollectedRootFields(rootType, rootValue, fields, serially, newDeferUsages);
  }

  override collectAndExecuteSubfields(
    type: GraphQLObjectType,
    details: FieldDetailsList,
    path: Path,
    result: unknown,
    positionContext: undefined,
  ): PromiseOrValue<Fields> {
    const selection = this.#plan.below(this.validatedExecutionArgs, type, details);
    if (selection !== null) return this.#executeSelection(selection, result, path);
    this.onObject(UNPLANNED_MEMBER_BYTES);
    return super.collectAndExecuteSubfields(type, details, path, result, positionContext);
  }

  /** Like graphql's method, but for a list of objects without promises, and without a check of each item's type. */
  override completeIterableValue(
    itemType: GraphQLOutputType,
    details: FieldDetailsList,
    info: GraphQLResolveInfo,
    path: Path,
    items: Iterable<unknown>,
    positionContext: undefined,
  ): PromiseOrValue<readonly unknown[]> {
    const type = getNullableType(itemType);
    if (!isObjectType(type) || type.isTypeOf || !Array.isArray(items) || !items.every(isAtHand))
      return super.completeIterableValue(itemType, details, info, path, items, positionContext);
    const completed: unknown[] = [];
    let isPending = false;
    try {
      for (const item of items) {
        const at = addPath(path, completed.length, undefined);
        const value = this.#completeItem(item, { itemType, type, details, at });
        isPending ||= value instanceof Promise;
        completed.push(value);
      }
    } catch (error) {
      if (isPending) this.sharedExecutionContext.asyncWorkTracker.addValues(completed);
      throw error;
    }
    return isPending ? this.promiseAll(completed) : completed;
  }

  #completeItem(item: unknown, { itemType, type, details, at }: Item): unknown {
    const fail = (error: unknown): null => {
      this.handleFieldError(error, itemType, details, at);
      return null;
    };
    try {
      const value = this.collectAndExecuteSubfields(type, details, at, item, undefined);
      return value instanceof Promise ? value.then(undefined, fail) : value;
    } catch (error) {
      return fail(error);
    }
  }

  /** Like graphql's loop over the fields of an object, without the work that is already in the plan. */
  #executeSelection(selection: Selection, source: unknown, path: Path | undefined): PromiseOrValue<Fields> {
    this.onObject(selection.memberBytes);
    if (shouldTrace(resolveChannel)) {
      return super.executeFields(selection.type, source, path, selection.grouped, undefined);
    }
    const results: Fields = {};
    let isPending = false;
    try {
      for (const field of selection.fields) {
        const value = this.#readField(field, selection.type, source, path);
        if (value === undefined) continue;
        results[field.responseName] = value;
        isPending ||= value instanceof Promise;
      }
    } catch (error) {
      // These promises are no longer awaited, and an unhandled rejection would end the process.
      if (isPending) this.sharedExecutionContext.asyncWorkTracker.addValues(Object.values(results));
      throw error;
    }
    return isPending ? this.#settle(results) : results;
  }

  #readField(field: PlannedField, type: GraphQLObjectType, source: unknown, at: Path | undefined): unknown {
    const { asProperty, details, responseName } = field;
    if (asProperty === null || !isRecord(source)) {
      const path = addPath(at, responseName, type.name);
      return this.executeField(type, source, details, path, undefined, undefined);
    }
    try {
      const value = source[asProperty.property];
      if (typeof value === 'object' || typeof value === 'function' || value === undefined) {
        return this.#completeOther(field, asProperty, { type, source, value, at });
      }
      return this.completeLeafValue(asProperty.type, value);
    } catch (error) {
      this.handleFieldError(error, asProperty.definition.type, details, addPath(at, responseName, type.name));
      return null;
    }
  }

  /** A property that is not a string, number or boolean: null, free JSON, a promise or a function. */
  #completeOther(
    { details, responseName }: PlannedField,
    { type: leaf, isRequired, definition }: PropertyField,
    { type, source, value, at }: Read,
  ): unknown {
    if (value === null || value === undefined) {
      if (!isRequired) return null;
      throw new Error(`Cannot return null for non-nullable field ${type}.${definition.name}.`);
    }
    if (value instanceof Error) throw value;
    const path = addPath(at, responseName, type.name);
    // The default resolver calls methods.
    if (typeof value === 'function')
      return this.executeField(type, source, details, path, undefined, undefined);
    if (!isPromiseLike(value)) return this.completeLeafValue(leaf, value);
    const nodes = details.map(({ node }) => node);
    const { validatedExecutionArgs: args, getAbortSignal, getAsyncHelpers } = this;
    const info = buildResolveInfo(args, definition, nodes, type, path, getAbortSignal, getAsyncHelpers);
    return this.completePromisedValue(definition.type, details, info, path, value, undefined);
  }

  /**
   * Like graphql's `promiseForObject`, but it makes a plain object, because serialising that takes a third of the time.
   */
  async #settle(results: Fields): Promise<Fields> {
    const values = await this.promiseAll(Object.values(results));
    let at = 0;
    for (const name in results) {
      results[name] = values[at];
      at += 1;
    }
    return results;
  }
}
