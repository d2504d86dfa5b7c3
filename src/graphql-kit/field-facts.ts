import type { OperationError } from '../kernel/errors.ts';
import type { RequestContext } from './request-context.ts';
import type { Requirement } from './requirement.ts';

/** What a field says of itself besides its type, for those who judge a document before it runs. */
interface FieldFacts {
  /** The operations that its resolver may run. */
  readonly runs?: readonly Requirement[];
  readonly operatorOnly?: boolean;
  /** Arguments with which the field is for operators only, and what it then may run besides. */
  readonly forOperators?: {
    readonly when: (args: RawArguments) => boolean;
    readonly runs: readonly Requirement[];
  };
  /** Fields of its record that are a part of what it found already, whatever they may run elsewhere. */
  readonly supplies?: readonly string[];
  /**
   * Of a root field that changes something: what its operation says of arguments that do not fit the schema; null where
   * it would take them. Changes nothing.
   */
  readonly refusalOf?: (call: UnfitCall) => Promise<OperationError | null>;
  /**
   * Of a root field that takes files: looks whether the request would be refused in any case, by the ids among the
   * arguments. It runs when the operation is there, and the files are read only if it does not throw.
   */
  readonly beforeFiles?: (ids: Readonly<Record<string, string>>, context: RequestContext) => Promise<unknown>;
  /** How many items its list can have, where no page argument says so. */
  readonly itemsMax?: number;
  /** What its value can be at most, in kibibytes of JSON, where that is more than one. */
  readonly kibibytesMax?: number;
  /** Whether it is null wherever its record is an item of a page. */
  readonly nullInPages?: boolean;
}

/** The extension of a list whose filter may name a partner, and what it runs where the filter does. */
export const byPartner = (...operations: readonly Requirement[]) => ({
  forOperators: { when: namesPartner, runs: operations },
});

function namesPartner({ filter }: RawArguments): boolean {
  if (typeof filter !== 'object' || filter === null || !('partnerId' in filter)) return false;
  return filter.partnerId !== null && filter.partnerId !== undefined;
}

/** Arguments as a client sent them, or as the schema coerced them. */
export type RawArguments = Readonly<Record<string, unknown>>;

export interface UnfitCall {
  readonly context: RequestContext;
  readonly args: RawArguments;
  readonly responseName: string;
}

declare module 'graphql' {
  // The names of the parameters are part of a declaration that is merged.
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> extends FieldFacts {}
}

/**
 * The extension of a field whose resolver runs operations: `t.field({ extensions: runs(getCustomer), ... })`. A document
 * is refused before anything of it runs, unless the caller may run all that its fields name; and an operation that no
 * selected field names does not run.
 */
export const runs = (...operations: readonly [Requirement, ...Requirement[]]) => ({ runs: operations });

/** The extension of a list that is no page and can have so many items. */
export const atMost = (itemsMax: number) => ({ itemsMax });

/** The extension of a field whose value can be larger than a kibibyte: a length as text, a size as JSON. */
export const upTo = ({ bytes }: { readonly bytes: number }) => ({ kibibytesMax: Math.ceil(bytes / 1024) });
