import type { Kysely } from 'kysely';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { world } from '../../kernel/world.ts';

/** The most keys of one batch: as many requests as begin in one turn of the event loop. */
const TOGETHER_MAX = 32;

/** A batch of keys of one owner, and which of them have a row. */
interface LookUp {
  readonly keys: string[];
  readonly found: Promise<ReadonlySet<string>>;
}

/** Each owner has its own namespace of keys. */
export interface OwnedKey {
  readonly owner: string;
  readonly key: string;
}

/**
 * Whether a key has a row; few keys have one. It is asked outside of transactions. The keys of one owner in one turn of
 * the event loop share a statement: on PostgreSQL a statement for each key would be a quarter of the work of a
 * creation.
 */
export function createLookUps(): (db: Kysely<Tables>, key: OwnedKey) => Promise<boolean> {
  const gathering = new Map<string, LookUp>();

  function begin(db: Kysely<Tables>, owner: string): LookUp {
    const keys: string[] = [];
    const { promise: isGathered, resolve } = Promise.withResolvers<void>();
    world.soon(resolve);
    const found = isGathered.then(async () => {
      if (gathering.get(owner)?.keys === keys) gathering.delete(owner);
      return new Set((await keysWithRows(db, { owner, keys })).map(({ key }) => key));
    });
    const lookUp = { keys, found };
    gathering.set(owner, lookUp);
    return lookUp;
  }

  return async (db, { owner, key }) => {
    const begun = gathering.get(owner);
    const { keys, found } =
      begun === undefined || begun.keys.length === TOGETHER_MAX ? begin(db, owner) : begun;
    keys.push(key);
    return (await found).has(key);
  };
}

const keysWithRows = statement((db, { owner, keys }: { owner: string; keys: readonly string[] }) =>
  db.selectFrom('idempotency_key').select('key').where('owner', '=', owner).where('key', 'in', keys),
);
