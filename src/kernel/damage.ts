/**
 * What was stored is missing, or not as it was stored. `place` says where, for the log: a table, column and row, or a
 * blob and its segment. It holds ids and nothing that anybody chose.
 */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  readonly place: string;

  constructor(complaint: string, place: string, options: ErrorOptions = {}) {
    super(`${complaint} (${place})`, options);
    this.place = place;
  }
}
