import { DamageError, valueOrDamage } from '../../kernel/damage.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import { contentOf, type CoveredRow } from './covered-row.ts';
import { hmac, hmacMatches } from './hmac.ts';
import { keyId, type SecretKeys } from './keys.ts';
import { createVerifiedRows } from './verified-rows.ts';

/**
 * MACs prove that the gateway wrote a row. `aad` is the table and primary key, so a MAC is not valid for another row.
 */
export interface RowMacs {
  /** Uses the first key. */
  make(aad: string, row: CoveredRow): string;
  isOurs(aad: string, row: CoveredRow, mac: string): boolean;
  /** How a MAC made with the first key begins. */
  readonly prefix: string;
}

export function createRowMacs(keys: SecretKeys): RowMacs {
  const macs = createTextMacs(keys);
  const verified = createVerifiedRows();
  return {
    prefix: macs.prefix,
    make(aad, row) {
      requireKeepable(aad, row);
      const mac = macs.make(aad, contentOf(row));
      verified.keep(mac, row);
      return mac;
    },
    isOurs(aad, row, mac) {
      if (verified.has(mac, row)) return true;
      const isOurs = macs.isOurs(aad, contentOf(row), mac);
      if (isOurs) verified.keep(mac, row);
      return isOurs;
    },
  };
}

/**
 * Throws if a database would change a text of the row, because then the row would look forged from the beginning. The
 * code that reads input should refuse such a text earlier, with a better error.
 */
function requireKeepable(aad: string, { columns, values }: CoveredRow): void {
  const at = values.findIndex(
    (value) => typeof value === 'string' && (!value.isWellFormed() || value.includes('\0')),
  );
  if (at !== -1) throw new Error(`No database keeps the text of ${columns[at]} in ${aad}.`);
}

/** Like `createRowMacs`, for one text instead of a row. */
function createTextMacs(keys: SecretKeys) {
  const [first] = keys;
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const prefix = `${keyId(first)}.`;
  const about = (aad: string, content: string) => `row ${aad} ${content}`;
  return {
    prefix,
    make: (aad: string, content: string): string => prefix + hmac(first, about(aad, content)),
    /**
     * `mac` comes from the database. It is unknown because a text column of SQLite can hold bytes, if an attacker wrote
     * them.
     */
    isOurs(aad: string, content: string, mac: unknown): boolean {
      if (typeof mac !== 'string') return false;
      const [id = '', proof = ''] = mac.split('.');
      const key = byId.get(id);
      return key !== undefined && hmacMatches([key], about(aad, content), proof);
    },
  };
}

/** Seconds. A person has to look at the row first, so a retry before that fails again. */
const RETRY_AFTER_SECONDS = 60;

/**
 * The error for a row that the gateway did not write. The log gets its table and id. The message tells the client that
 * it is not at fault.
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

/** The result of `work`, or the error of a forged row, so one forged row does not fail the rows beside it. */
export function valueOrForgery<Result>(work: () => Result): Result | OperationError {
  try {
    return work();
  } catch (error) {
    if (isForgery(error)) return error;
    throw error;
  }
}

/** The result of `work`, or that of `otherwise` if a row is forged or damaged. So a list has the rows beside it. */
export function unlessDamaged<Result>(work: () => Result, otherwise: () => Result): Result {
  const found = valueOrForgery(() => valueOrDamage(work));
  return found instanceof Error ? otherwise() : found;
}

/** Whether an error was made by `forgedRow`. */
export const isForgery = (error: unknown): error is OperationError =>
  error instanceof OperationError && error.cause instanceof DamageError;
