import { DamageError } from './damage.ts';
import { OperationError, refusal } from './errors.ts';
import { hmac, hmacMatches, nameOf, type SecretKeys } from './secret.ts';

/**
 * What the MAC of a row says of each of its columns: its value, only whether it has one (what is encrypted changes when
 * it is encrypted again), or nothing.
 */
export type Coverage = 'value' | 'presence' | 'none';

/** Proves of a row that the gateway wrote it. `place` is its table and primary key: a MAC does not hold for another row. */
export interface RowMacs {
  /** With the first key. */
  make(place: string, content: string): string;
  isOurs(place: string, content: string, mac: string | null): boolean;
  /** How a MAC that is made with the first key begins. */
  readonly prefix: string;
}

export function createRowMacs(keys: SecretKeys): RowMacs {
  const [first] = keys;
  const prefix = `${nameOf(first)}.`;
  const about = (place: string, content: string) => `row ${place} ${content}`;
  return {
    prefix,
    make: (place, content) => prefix + hmac(first, about(place, content)),
    isOurs(place, content, mac) {
      const [name = '', proof = ''] = mac?.split('.') ?? [];
      const key = keys.find((each) => nameOf(each) === name);
      return key !== undefined && hmacMatches([key], about(place, content), proof);
    },
  };
}

/**
 * The part of a row that its MAC covers, as one text. A column without a value is left out, so that a column that is
 * added to the table later, null in every row that is there, leaves their MACs as they are.
 */
export function coveredContent<Row extends object>(
  coverage: Readonly<Record<keyof Row & string, Coverage>>,
  row: { readonly [Column in keyof Row]?: unknown },
): string {
  const covered = new Map<string, Coverage>(Object.entries(coverage));
  const members = Object.entries(row)
    .filter(([column, value]) => value !== null && (covered.get(column) ?? 'none') !== 'none')
    .map(([column, value]) => [column, covered.get(column) === 'value' ? value : true])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return JSON.stringify(members);
}

/** Somebody has to look at it first; a client that comes back sooner finds nothing new. */
const RETRY_AFTER_SECONDS = 60;

/** For a row that was written past the gateway. The log has its place; the client learns that it is not its fault. */
export function forgedRow(place: string): OperationError {
  return refusal(
    'service_unavailable',
    'A stored record cannot be trusted; the provider has to look at it.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: new DamageError('A row is not as the gateway wrote it.', place),
    },
  );
}

/** Whether an error is that of `forgedRow`. */
export const isForgery = (error: unknown): error is OperationError =>
  error instanceof OperationError && error.cause instanceof DamageError;
