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

/** The word of a closed list that a column holds. Throws a `DamageError` if the gateway did not write it. */
export function knownWord<Word extends string>(words: readonly Word[], text: string, location: string): Word {
  const word = words.find((each) => each === text);
  if (word === undefined) throw new DamageError('A row has a word that the gateway did not write.', location);
  return word;
}

/** The result of `work`, or the `DamageError` that it threw. So one damaged row does not fail a whole list. */
export function valueOrDamage<Result>(work: () => Result): Result | DamageError {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamageError) return error;
    throw error;
  }
}

/** Shown as the name of a record whose row cannot be trusted. The list shows only that the record exists. */
export const DAMAGED_NAME = 'Damaged record';
/** Stands for a time that cannot be read. */
const NO_TIME = '1970-01-01T00:00:00Z';

/** The time in a row that cannot be trusted, or `NO_TIME` if the text is not a time. */
export const knownTime = (text: string): string => (isTimestamp(text) ? text : NO_TIME);

export const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text) && !Number.isNaN(Date.parse(text));
