import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../engine/sql/database.ts';
import { withoutHash, writeHashes } from '../../nouns/settlement/payout-reference.ts';
import type { Keyring } from './keyring.ts';
import type { RotationCount } from './rotation-count.ts';

interface Remaking {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly progress: (sentence: string) => void;
}

/** Rows of one statement, as for other records. */
const BATCH_ROWS = 500;

/** The rows whose hash was not made with the first secret. */
async function* staleHashes({ database, keyring }: Remaking) {
  const { prefix } = keyring.referenceHash;
  const hash = sql.ref('disbursement_reference_hash');
  const which = sql<SqlBool>`${hash} is not null and substr(${hash}, 1, ${sql.lit(prefix.length)}) <> ${prefix}`;
  for (let after: string | null = ''; after !== null;) {
    const query = withoutHash(database.writes, { which, after, limit: BATCH_ROWS });
    const rows: Awaited<ReturnType<typeof query.execute>> = await query.execute();
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id ?? null;
  }
}

/**
 * Remakes the hashes of references of payouts that were not made with the first secret. The MAC of a row does not tell
 * which they are, because a row may be written again without its hash.
 */
export async function remakePayoutHashes(remaking: Remaking, rotated: RotationCount): Promise<void> {
  const { database, keyring, progress } = remaking;
  let [lookedAt, made] = [0, 0];
  for await (const rows of staleHashes(remaking)) {
    const { written, damaged } = await writeHashes(database.writes, keyring, rows);
    lookedAt += rows.length;
    made += written;
    rotated.changedMeanwhile += rows.length - damaged.length - written;
    for (const { location } of damaged) rotated.damage(location);
    progress(`References of payouts: ${lookedAt} looked at, ${made} hashed again.`);
  }
}

/** How many hashes still need a secret other than the first. */
export async function countStalePayoutHashes(remaking: Remaking): Promise<number> {
  let count = 0;
  for await (const rows of staleHashes(remaking)) count += rows.length;
  return count;
}
