import { OperationError } from '../../kernel/errors.ts';

/** The result of a transaction that only adds rows; null if the database refused one of them. */
export async function unlessRefused<Result extends object>(
  transaction: Promise<Result>,
): Promise<Result | null> {
  try {
    return await transaction;
  } catch (error) {
    // The work refused the request, or the database did not respond and may have committed.
    if (error instanceof OperationError) throw error;
    return null;
  }
}
