/**
 * Stored data is missing or has been altered. `location` is for the log: table, column and row, or a blob and its
 * segment. It holds ids only, never text that a client chose.
 */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  readonly location: string;

  constructor(message: string, location: string, options: ErrorOptions = {}) {
    super(`${message} (${location})`, options);
    this.location = location;
  }
}

/** The result of `work`, or the damage that it found: one damaged row of a list must not fail the whole list. */
export function valueOrDamage<Result>(work: () => Result): Result | DamageError {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamageError) return error;
    throw error;
  }
}
