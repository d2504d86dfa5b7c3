import { DamageError } from '../kernel/damage.ts';
import { OperationError, refusal } from '../kernel/errors.ts';
import { hmac, hmacMatches } from './hmac.ts';
import { keyId, type SecretKeys } from './keys.ts';

/**
 * How the MAC of a row covers a column: its value; only whether it has a value (for encrypted columns, which change
 * when they are encrypted again); or not at all.
 */
export type Coverage = 'value' | 'presence' | 'none';

/** The columns that the MAC of a row covers. */
export type CoveredColumn<Columns extends Readonly<Record<string, Coverage>>> = {
  [Column in keyof Columns]: Columns[Column] extends 'none' ? never : Column;
}[keyof Columns];

/**
 * MACs that prove that the gateway wrote a row. `aad` is the table and primary key, so that a MAC is not valid for
 * another row.
 */
export interface RowMacs {
  /** Uses the first key. */
  make(aad: string, content: string): string;
  isOurs(aad: string, content: string, mac: string | null): boolean;
  /** How a MAC made with the first key begins. */
  readonly prefix: string;
}

export function createRowMacs(keys: SecretKeys): RowMacs {
  const [first] = keys;
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const prefix = `${keyId(first)}.`;
  const about = (aad: string, content: string) => `row ${aad} ${content}`;
  return {
    prefix,
    make: (aad, content) => prefix + hmac(first, about(aad, content)),
    isOurs(aad, content, mac) {
      const [id = '', proof = ''] = mac?.split('.') ?? [];
      const key = byId.get(id);
      return key !== undefined && hmacMatches([key], about(aad, content), proof);
    },
  };
}

/**
 * Returns a function that makes one text from the covered columns of a row. Null columns are left out, so that a column
 * that is added to the table later does not change the MACs of existing rows.
 */
export function coveredContent<Column extends string>(
  coverage: Readonly<Record<Column, Coverage>>,
): (row: Readonly<Partial<Record<Column, unknown>>>) => string {
  const columns: readonly string[] = Object.keys(coverage).toSorted();
  const kinds = new Map<string, Coverage>(Object.entries(coverage));
  const covered = columns.filter((column) => kinds.get(column) !== 'none');
  return (row) => {
    const values = new Map<string, unknown>(Object.entries(row));
    const members: unknown[] = [];
    for (const column of covered) {
      const value = values.get(column) ?? null;
      if (value !== null) members.push([column, kinds.get(column) === 'value' ? value : true]);
    }
    return JSON.stringify(members);
  };
}

/** Seconds. An operator has to look at the row first, so an earlier retry would fail again. */
const RETRY_AFTER_SECONDS = 60;

/**
 * The error for a row that the gateway did not write. The log gets its table and id; the client learns that it is not
 * its fault.
 */
export function forgedRow(aad: string): OperationError {
  return refusal(
    'service_unavailable',
    'A stored record cannot be trusted; the provider has to look at it.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: new DamageError('A row is not as the gateway wrote it.', aad),
    },
  );
}

/** Whether an error was made by `forgedRow`. */
export const isForgery = (error: unknown): error is OperationError =>
  error instanceof OperationError && error.cause instanceof DamageError;
