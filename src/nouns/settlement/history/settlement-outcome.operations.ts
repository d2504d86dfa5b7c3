import { z } from 'zod';
import { valueOrDamage } from '../../../kernel/damage.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import type { Encrypted } from '../../../engine/crypto/encryption.ts';
import { valueOrForgery } from '../../../engine/crypto/row-mac.ts';
import { defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { LISTED_COLUMNS, type ListedRow, requireGenuineSettlement } from '../proven-settlements.ts';
import { type EncryptedSettlementColumn, settlementAad } from '../settlement.present.ts';

/** The outcome of a settlement, in more detail than on REST. */
interface SettlementOutcome {
  readonly funding_id: string;
  /** The reason that the partner gave with its decision. */
  readonly decision_reason: string | null;
  /** For operators; null for a partner, like the reference. */
  readonly denial_note: string | null;
  readonly disbursement_reference: string | null;
  /** Null before there is an offer. */
  readonly approved_kyc_revision: number | null;
  /**
   * Whether the KYC changed after the approval and before the disbursement. Without a disbursement: whether it has
   * changed until now.
   */
  readonly kyc_changed: boolean;
}

export const listSettlementOutcomes = defineQuery({
  name: 'listSettlementOutcomes',
  roles: ['partner', 'operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input }): Promise<ReadonlyMap<string, SettlementOutcome | Error>> {
    const rows = await context.db
      .selectFrom('instant_settlement')
      .select(LISTED_COLUMNS)
      .where('id', 'in', input.funding_ids)
      .where(visibleTo(context.caller))
      .execute();
    return new Map(
      rows.map((row) => [row.id, valueOrForgery(() => valueOrDamage(() => outcomeOf(context, row)))]),
    );
  },
});

function outcomeOf({ vault, rowMacs, caller }: QueryContext, row: ListedRow): SettlementOutcome {
  requireGenuineSettlement(rowMacs, row);
  const forOperator = caller.role === 'operator';
  const decrypted = (column: EncryptedSettlementColumn, value: Encrypted | null) =>
    value === null ? null : vault.decrypt(value, settlementAad(column, row.id));
  return {
    funding_id: row.id,
    decision_reason: decrypted('decision_reason', row.decision_reason),
    denial_note: forOperator ? decrypted('denial_note', row.denial_note) : null,
    disbursement_reference: forOperator
      ? decrypted('disbursement_reference', row.disbursement_reference)
      : null,
    approved_kyc_revision: row.approved_kyc_revision,
    kyc_changed: row.kyc_changed === 1,
  };
}
