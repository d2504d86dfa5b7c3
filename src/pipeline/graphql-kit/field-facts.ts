import type { OperationError } from '../../kernel/errors.ts';
import type { RequestContext } from './request-context.ts';
import type { Requirement } from './requirement.ts';

/** Facts about a field, besides its type. The checks of a document read them before it runs. */
interface FieldFacts {
  /** The operations that its resolver may run. */
  readonly runs?: readonly Requirement[];
  readonly operatorOnly?: boolean;
  /** Arguments that only operators may use, and the operations that the field may run with them. */
  readonly forOperators?: {
    readonly when: (args: RawArguments) => boolean;
    readonly runs: readonly Requirement[];
  };
  /** Sub-fields that this field has loaded already. They cost nothing more and run no operation. */
  readonly supplies?: readonly string[];
  /**
   * For a root field that changes something: the error of its operation for arguments that do not fit the schema; null
   * if the operation would accept them. Changes nothing.
   */
  readonly refusalOf?: (call: UnfitCall) => Promise<OperationError | null>;
  /**
   * For a root field that takes files: throws if the ids in the arguments are enough to refuse the request. It runs
   * before the files are read.
   */
  readonly beforeFiles?: (ids: Readonly<Record<string, string>>, context: RequestContext) => Promise<unknown>;
  /** The most items of a list without page arguments. */
  readonly itemsMax?: number;
  /** The largest size of the value as JSON in kibibytes, if it can be more than one. */
  readonly kibibytesMax?: number;
  /** Whether it is always null for an item of a page. */
  readonly nullInPages?: boolean;
}

/** The extension of a list that operators may filter by partner. The filter runs `operations`. */
export const byPartner = (...operations: readonly Requirement[]) => ({
  forOperators: { when: namesPartner, runs: operations },
});

function namesPartner({ filter }: RawArguments): boolean {
  if (typeof filter !== 'object' || filter === null || !('partnerId' in filter)) return false;
  return filter.partnerId !== null && filter.partnerId !== undefined;
}

/** Arguments as a client sent them, or after coercion by the schema. */
export type RawArguments = Readonly<Record<string, unknown>>;

export interface UnfitCall {
  readonly context: RequestContext;
  readonly args: RawArguments;
  readonly responseName: string;
}

declare module 'graphql' {
  // Declaration merging requires the same parameter names.
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> extends FieldFacts {}
}

/**
 * The extension of a field whose resolver runs operations: `t.field({ extensions: runs(getCustomer), ... })`. The whole
 * document is refused unless the caller may run every operation that its fields declare. If no selected field declares
 * an operation, it cannot run.
 */
export const runs = (...operations: readonly [Requirement, ...Requirement[]]) => ({ runs: operations });

/** The extension of a list without pages: the most items it can have. */
export const atMost = (itemsMax: number) => ({ itemsMax });

/** The extension of a field whose value can exceed a kibibyte. `bytes` is the largest size as JSON. */
export const upTo = ({ bytes }: { readonly bytes: number }) => ({ kibibytesMax: Math.ceil(bytes / 1024) });
