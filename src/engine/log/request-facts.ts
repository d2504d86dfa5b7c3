import type { Caller } from '../../kernel/caller.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { TraceParent } from '../../kernel/trace-context.ts';

/**
 * What the log says of a request. Filled in at several places while the request runs, and read after its answer. Texts
 * are the gateway's own or have been checked for their characters, so that they need no escaping in JSON.
 */
export interface RequestFacts {
  requestId: string;
  method: string;
  /** The path template, because paths and queries contain ids and signatures. */
  template: string;
  status: number;
  /** The operations that it ran, by their names; null if none was reached. */
  operation: string | null;
  /** The code of its first error. */
  code: ErrorCode | null;
  /** Milliseconds from the request to its answer. */
  durationMs: number;
  /** The part of that in which it waited for the client to send the body. */
  bodyWaitMs: number;
  /** When its answer was there, by `performance.now()`. */
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

/** Operations of a GraphQL request that a line of the log names. */
const OPERATIONS_MAX = 8;

export function operationNames(operations: Iterable<{ readonly name: string }>): string | null {
  const names = Array.from(operations, ({ name }) => name);
  return names.length === 0 ? null : names.slice(0, OPERATIONS_MAX).join(' ');
}
