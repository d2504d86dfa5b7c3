import type { ErrorCode } from '../../kernel/errors.ts';

/**
 * The facts that the log has of a request besides its answer. They are filled in at several places while the request
 * runs.
 */
export interface RequestFacts {
  /** The operations that it ran, by their names; null where none was reached. */
  operation: string | null;
  /** The code of its first error. */
  code: ErrorCode | null;
  /** How long it took to its answer. */
  durationMs: number;
}

export const noFacts = (): RequestFacts => ({ operation: null, code: null, durationMs: 0 });

/** Operations of a GraphQL document that a line of the log names. */
const OPERATIONS_MAX = 8;

export function operationNames(operations: Iterable<{ readonly name: string }>): string | null {
  const names = Array.from(operations, ({ name }) => name);
  return names.length === 0 ? null : names.slice(0, OPERATIONS_MAX).join(' ');
}
