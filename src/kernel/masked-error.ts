import { OperationError, refusal } from './errors.ts';

/**
 * The error that clients may see. Any error except an OperationError becomes `internal_error` with `says` as its text.
 */
export const masked = (
  error: unknown,
  says = 'The gateway could not process the request.',
): OperationError =>
  error instanceof OperationError ? error : refusal('internal_error', says, { cause: error });
