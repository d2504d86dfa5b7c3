import type { Vault } from '../../engine/crypto/encryption.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';
import { type KycRow, presentKyc, warningsOf } from './kyc.present.ts';

/** The counter of an owner's records with warnings about their details or files. */
export const warnedName = (owner: string) => `${owner}/kyc/warned`;

/** The columns that tell whether a record has warnings. So such records are found without decrypting all records. */
type WarningColumns = Pick<KycRow, 'text_warnings' | 'warned_since'>;

/**
 * Counts the warnings of a record before it is written, and updates the counter of records with warnings. A record
 * keeps its `warned_since` as long as it has any warning; `since` is for a record that had none.
 */
export async function noteWarnings(
  context: CommandContext,
  before: KycRow,
  after: KycRow,
  since: string,
): Promise<WarningColumns> {
  const text_warnings = after.text_warnings ?? countTextWarnings(after, context.vault);
  const some = text_warnings + after.document_warnings > 0;
  const warned_since = some ? (before.warned_since ?? since) : null;
  if ((before.warned_since === null) !== (warned_since === null)) {
    const names = [before.partner_id, EVERY_PARTNER].map(warnedName);
    await context.count(names.map((name) => ({ name, by: warned_since === null ? -1 : 1 })));
  }
  return { text_warnings, warned_since };
}

function countTextWarnings(row: KycRow, vault: Vault): number {
  return warningsOf(presentKyc(row, vault)).length;
}
