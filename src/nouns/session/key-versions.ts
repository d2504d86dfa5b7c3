import { statement } from '../../engine/sql/statement.ts';
import { padded } from '../../engine/sql/in-parts.ts';
import type { Database } from '../../engine/sql/database.ts';

/** Keys of one statement. */
const BATCH_KEYS = 256;

/**
 * Returns a function that finds the present versions of a batch of keys by one short read. Two versions of a key are
 * equal if nothing has changed that decides what it may do. A version is made from the MACs of the key's row and its
 * person, which cover all of that.
 */
export function createKeyVersions({ reads }: Pick<Database, 'reads'>) {
  return async (keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for (let from = 0; from < keyIds.length; from += BATCH_KEYS) {
      const ids = padded(keyIds.slice(from, from + BATCH_KEYS));
      for (const { id, mac, person } of await versionsOf(reads, { ids })) found.set(id, `${mac} ${person}`);
    }
    return found;
  };
}

const versionsOf = statement((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('api_key')
    .leftJoin('operator', 'operator.id', 'api_key.operator_id')
    .select(['api_key.id', 'api_key.mac', 'operator.mac as person'])
    .where('api_key.id', 'in', ids),
);
