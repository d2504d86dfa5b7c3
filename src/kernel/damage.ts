/**
 * What was stored is missing, or not as it was stored. `place` says where, for the log: a table, column and row, or a
 * blob and its segment. It holds ids and nothing that anybody chose.
 */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  readonly location: string;

  constructor(complaint: string, location: string, options: ErrorOptions = {}) {
    super(`${complaint} (${location})`, options);
    this.location = location;
  }
}

/** What `work` gives, or the damage that it met: one row of a list that is damaged stops no other. */
export function orDamage<Result>(work: () => Result): Result | DamageError {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamageError) return error;
    throw error;
  }
}
