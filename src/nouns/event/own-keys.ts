import type { Kysely } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';

/** The partner of each actor that is a partner's key, by the id of the key. */
export async function partnersOfKeys(
  db: Kysely<Tables>,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (actors.length === 0) return new Map();
  const keys = await db
    .selectFrom('api_key')
    .select(['id', 'partner_id'])
    .where('id', 'in', [...new Set(actors)])
    .where('role', '=', 'partner')
    .execute();
  return new Map(
    keys.flatMap(({ id, partner_id }) => (partner_id === null ? [] : [[id, partner_id] as const])),
  );
}
