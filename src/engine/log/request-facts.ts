import type { Caller } from '../../kernel/caller.ts';
import type { ErrorCode } from '../../kernel/error-catalogue.ts';
import type { TraceParent } from '../../kernel/trace-context.ts';

/**
 * What the log says about a request. Several places fill it in while the request runs, and it is read after the
 * response. Its texts come from the gateway or their characters were checked, so they need no escaping in JSON.
 */
export interface RequestFacts {
  requestId: string;
  method: string;
  /** The path template, because paths and queries contain ids and signatures. */
  template: string;
  status: number;
  /** The names of the operations that it ran; null if none was reached. */
  operation: string | null;
  /** The code of its first error. */
  code: ErrorCode | null;
  /** Milliseconds from the request to its response. */
  durationMs: number;
  /** The part of `durationMs` in which the request waited for its body. */
  bodyWaitMs: number;
  /** When its response was ready, by `world.elapsedMs()`. */
  respondedAt: number;
  /** Number of unknown members that were ignored. */
  ignoredMembers: number | undefined;
  /** Null if no valid key was sent. */
  caller: Pick<Caller, 'partnerId' | 'keyId'> | null;
  trace: TraceParent | null;
}

export const noFacts = (): RequestFacts => ({
  requestId: '',
  method: '',
  template: '',
  status: 0,
  operation: null,
  code: null,
  durationMs: 0,
  bodyWaitMs: 0,
  respondedAt: 0,
  ignoredMembers: undefined,
  caller: null,
  trace: null,
});

/** The most operations of a GraphQL request that a line of the log names. */
const OPERATIONS_MAX = 8;

export function operationNames(operations: Iterable<{ readonly name: string }>): string | null {
  const names = Array.from(operations, ({ name }) => name);
  return names.length === 0 ? null : names.slice(0, OPERATIONS_MAX).join(' ');
}
