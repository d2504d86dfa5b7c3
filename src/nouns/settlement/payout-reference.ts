import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { DamageError } from '../../kernel/damage.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { KeyedHash } from '../../engine/crypto/hmac.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { settlementAad, type SettlementRow } from './settlement.present.ts';

/** What reads and finds references of payouts. */
interface Reading {
  readonly vault: Vault;
  readonly referenceHash: KeyedHash;
}

/** The text that is hashed, so that the hash of a repayment with the same reference is another one. */
const hashedText = (reference: string): string => `payout ${reference}`;

/** The hash of a new reference. It names its key, because a row may be written again without its hash. */
export const payoutHash = ({ referenceHash }: Pick<Reading, 'referenceHash'>, reference: string): string =>
  referenceHash.makeNamed(hashedText(reference));

/** The hashes that a payout with this reference may have, one for each secret. */
export const payoutHashes = ({ referenceHash }: Pick<Reading, 'referenceHash'>, reference: string) =>
  referenceHash.makeAllNamed(hashedText(reference));

type Referred = Pick<SettlementRow, 'id' | 'disbursement_reference'>;

/** The reference of a payout; null if there is none. Throws `DamageError` if no secret decrypts it. */
const payoutReference = (
  { vault }: Pick<Reading, 'vault'>,
  { id, disbursement_reference: text }: Referred,
): string | null => (text === null ? null : vault.decrypt(text, settlementAad('disbursement_reference', id)));

/** Whether a payout has this reference, as far as it can be read. */
export function hasReference(reading: Pick<Reading, 'vault'>, row: Referred, reference: string): boolean {
  try {
    return payoutReference(reading, row) === reference;
  } catch (error) {
    if (error instanceof DamageError) return true;
    throw error;
  }
}

/** The rows after an id that need a hash. `which` is a condition of an index, or of a rotation. */
export const withoutHash = (
  db: Kysely<Tables>,
  {
    which,
    after,
    limit,
  }: { readonly which: RawBuilder<SqlBool>; readonly after: string; readonly limit: number },
) =>
  db
    .selectFrom('instant_settlement')
    .select(['id', 'disbursement_reference'])
    .where(which)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);

/** Writes the hashes of rows whose reference is still the same. Returns their number, and the damaged rows. */
export async function writeHashes(db: Kysely<Tables>, reading: Reading, rows: readonly Referred[]) {
  const damaged: DamageError[] = [];
  const made = rows.flatMap((row) => {
    try {
      const reference = payoutReference(reading, row);
      return reference === null
        ? []
        : [sql`(${sql.join([row.id, row.disbursement_reference, payoutHash(reading, reference)])})`];
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      damaged.push(error);
      return [];
    }
  });
  if (made.length === 0) return { written: 0, damaged };
  const { numAffectedRows } = await sql`
    with made(id, reference, hash) as (values ${sql.join(made)})
    update instant_settlement set disbursement_reference_hash = made.hash
    from made where instant_settlement.id = made.id and disbursement_reference = made.reference`.execute(db);
  return { written: Number(numAffectedRows ?? 0n), damaged };
}
