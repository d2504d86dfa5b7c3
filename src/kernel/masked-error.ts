import { OperationError, refusal } from './errors.ts';

/** An error as clients may see it: any other than an OperationError becomes `internal_error`, with `says` as its text. */
export const masked = (error: unknown, says = 'The gateway could not answer the request.'): OperationError =>
  error instanceof OperationError ? error : refusal('internal_error', says, { cause: error });
