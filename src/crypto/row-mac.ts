import { DamageError } from '../kernel/damage.ts';
import { OperationError, refusal } from '../kernel/errors.ts';
import { hmac, hmacMatches, keyId, type SecretKeys } from './secret.ts';

/**
 * What the MAC of a row says of each of its columns: its value, only whether it has one (what is encrypted changes when
 * it is encrypted again), or nothing.
 */
export type Coverage = 'value' | 'presence' | 'none';

/** Proves of a row that the gateway wrote it. `place` is its table and primary key: a MAC does not hold for another row. */
export interface RowMacs {
  /** With the first key. */
  make(aad: string, content: string): string;
  isOurs(aad: string, content: string, mac: string | null): boolean;
  /** How a MAC that is made with the first key begins. */
  readonly prefix: string;
}

export function createRowMacs(keys: SecretKeys): RowMacs {
  const [first] = keys;
  const byName = new Map(keys.map((key) => [keyId(key), key]));
  const prefix = `${keyId(first)}.`;
  const about = (aad: string, content: string) => `row ${aad} ${content}`;
  return {
    prefix,
    make: (aad, content) => prefix + hmac(first, about(aad, content)),
    isOurs(aad, content, mac) {
      const [name = '', proof = ''] = mac?.split('.') ?? [];
      const key = byName.get(name);
      return key !== undefined && hmacMatches([key], about(aad, content), proof);
    },
  };
}

/**
 * Makes of a row, as one text, the part of it that its MAC covers. A column without a value is left out, so that a column
 * that is added to the table later, null in every row that is there, leaves their MACs as they are.
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

/** Somebody has to look at it first; a client that comes back sooner finds nothing new. */
const RETRY_AFTER_SECONDS = 60;

/** For a row that was written past the gateway. The log has its place; the client learns that it is not its fault. */
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

/** Whether an error is that of `forgedRow`. */
export const isForgery = (error: unknown): error is OperationError =>
  error instanceof OperationError && error.cause instanceof DamageError;
