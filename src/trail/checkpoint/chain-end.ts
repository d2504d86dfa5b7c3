import type { Kysely } from 'kysely';
import { hmac, hmacMatches } from '../../engine/crypto/hmac.ts';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import type { Database } from '../../engine/sql/database.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { type Anchor, NO_ANCHOR } from './anchor.ts';
import type { Finding } from './findings.ts';

/** The only row of its table. */
const ROW = 1;

const macInput = ({ number, hash }: Anchor): string => `end of the chain ${number} ${hash}`;

function endAt({ number, hash }: Anchor, [key]: SecretKeys) {
  return { id: ROW, number, hash, key: keyId(key), mac: hmac(key, macInput({ number, hash })) };
}

/** Notes in the transaction of a checkpoint that the chain ends there. */
export async function noteChainEnd(db: Kysely<Tables>, last: Anchor, keys: SecretKeys): Promise<void> {
  const end = endAt(last, keys);
  await db
    .insertInto('chain_end')
    .values(end)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(end))
    .execute();
}

/**
 * Notes that a new database has no checkpoint yet. If the note is missing later, or has the key of a secret that is
 * gone, someone has changed the database.
 */
export async function beginChain({ reads, writes }: Database, keys: SecretKeys): Promise<void> {
  if (await isInUse(reads)) return;
  const end = endAt(NO_ANCHOR, keys);
  await writes
    .insertInto('chain_end')
    .values(end)
    // Another process may have made the first checkpoint meanwhile.
    .onConflict((conflict) => conflict.column('id').doUpdateSet(end).where('chain_end.number', '=', 0))
    .execute();
}

async function isInUse(db: Kysely<Tables>): Promise<boolean> {
  const event = await db.selectFrom('event').select('number').limit(1).executeTakeFirst();
  const checkpoint = await db.selectFrom('checkpoint').select('number').limit(1).executeTakeFirst();
  return event !== undefined || checkpoint !== undefined;
}

/** Whether the note is made with the first key. */
export async function isEndOfKey(db: Kysely<Tables>, [key]: SecretKeys): Promise<boolean> {
  const end = await db.selectFrom('chain_end').select('key').where('id', '=', ROW).executeTakeFirst();
  return end?.key === keyId(key);
}

/** A finding if the chain does not end as the gateway noted in the database; otherwise null. */
export async function chainEndFault(db: Kysely<Tables>, keys: SecretKeys): Promise<Finding | null> {
  const end = await db
    .selectFrom('chain_end')
    .select(['number', 'hash', 'key', 'mac'])
    // In the same statement, because another process may make a checkpoint between two.
    .select((eb) => [
      eb
        .selectFrom('checkpoint')
        .select(({ fn }) => fn.max('checkpoint.number').as('last'))
        .as('last'),
      eb
        .selectFrom('checkpoint')
        .select('checkpoint.hash')
        .whereRef('checkpoint.number', '=', 'chain_end.number')
        .as('found'),
    ])
    .where('id', '=', ROW)
    .executeTakeFirst();
  if (end === undefined)
    return { fault: 'checkpoint_removed', checkpoint: 1, says: 'The note of the last checkpoint is gone.' };
  const { number, key, mac } = end;
  const last = end.last ?? 0;
  if (!keys.some((each) => keyId(each) === key)) {
    const says = `The note of the last checkpoint is made with key ${key}, which comes from no secret of SECRET_KEY.`;
    return { fault: 'not_vouched_for', checkpoint: number, says };
  }
  if (!hmacMatches(keys, macInput(end), mac)) {
    const says = 'The note of the last checkpoint is not as the gateway wrote it.';
    return { fault: 'checkpoint_edited', checkpoint: number, says };
  }
  if (last < number) {
    const says = `Checkpoint ${last + 1} is missing: there were ${number} checkpoints.`;
    return { fault: 'checkpoint_removed', checkpoint: last + 1, says };
  }
  if (last === number && (end.found ?? '') === end.hash) return null;
  const says = `Checkpoint ${last} is not the last checkpoint that the gateway noted.`;
  return { fault: 'checkpoint_edited', checkpoint: last, says };
}
