import type { Selectable } from 'kysely';
import { z } from 'zod';
import { DamageError, knownWord } from '../../kernel/damage.ts';
import { describedBy } from '../../kernel/input/description.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Allocation } from '../settlement/servicing/servicing.facts.ts';
import { RecordRepaymentInput } from './repayment.input.ts';
import { REPAYMENT_STATUSES, type RepaymentStatus } from './repayment.machine.ts';
import {
  type EncryptedRepaymentColumn,
  repaymentAad,
  REVERSAL_KINDS,
  type Source,
  SOURCES,
} from './repayment.rules.ts';

const day = (description: string) => z.string().meta({ format: 'date', description });
const part = (description: string) => z.int().min(0).meta({ description });

export const AllocationView = z
  .strictObject({
    principal: part('What it paid of the amount of the settlement.'),
    fee: part('What it paid of the fee.'),
    excess: part('What was owed to the payer, or what the provider had paid back too early.'),
    recovery: part('What it paid of a claim, after the rest was written off.'),
  })
  .meta({ id: 'RepaymentAllocation' });

export const ReportedView = z
  .strictObject({
    amount: z.int().min(0).describe('In the minor unit of the currency.'),
    received_on: day('The day on which the money came.'),
    reference: z.string().nullable().describe('The reference of the payment; null if there is none.'),
  })
  .meta({ id: 'ReportedRepayment' });
export type ReportedView = z.output<typeof ReportedView>;

export const ReversalView = z
  .strictObject({
    reversed_on: day('From this day on the reversal counts.'),
    kind: z.enum(REVERSAL_KINDS).describe('Whether the money went back, or never came.'),
    reason: z.string().describe('Why.'),
  })
  .meta({ id: 'RepaymentReversal' });

export const RepaymentView = describedBy(
  RecordRepaymentInput,
  z.strictObject({
    repayment_id: z.string(),
    funding_id: z.string(),
    customer_id: z.string(),
    currency: z.string().meta({ description: 'ISO 4217, such as HKD; the currency of the settlement.' }),
    amount: z.int().min(0),
    received_on: day('The day on which the money came.'),
    source: z.enum(SOURCES),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'The reference of the payment; null if there is none.' }),
    status: z.enum(REPAYMENT_STATUSES).describe('The status of the repayment.'),
    allocated: AllocationView.meta({
      description:
        'What it paid. Zeros before it is received, and if it never was; kept when it is reversed.',
    }),
    reported: ReportedView.nullable().meta({
      description: 'What the partner reported; null if the provider recorded it without a report.',
    }),
    reversal: ReversalView.nullable().meta({ description: 'Null unless it was reversed.' }),
    decline_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the provider declined it; null unless it did.' }),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  }),
).meta({ id: 'Repayment' });
export type RepaymentView = z.output<typeof RepaymentView>;

export type RepaymentRow = Selectable<Tables['repayment']>;

/** The stored form of a report. */
const Reported = z.strictObject({
  amount: z.number(),
  received_on: z.string(),
  reference: z.string().nullable(),
});

/** Every member of a repayment is small, so lists show all of them. */
export function presentRepayment(row: RepaymentRow, vault: Vault): RepaymentView {
  return {
    repayment_id: row.id,
    funding_id: row.settlement_id,
    customer_id: row.customer_id,
    currency: row.currency,
    amount: row.amount,
    received_on: row.received_on,
    source: sourceOf(row),
    reference: decrypted(row, 'reference', vault),
    status: repaymentStatusOf(row),
    allocated: presentAllocation(partsOf(row)),
    reported: reportedOf(row, vault),
    reversal: reversalOf(row, vault),
    decline_reason: decrypted(row, 'decline_reason', vault),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** What a repayment paid. */
export const partsOf = (row: RepaymentRow): Allocation => ({
  refund: row.allocated_refund,
  fee: row.allocated_fee,
  principal: row.allocated_principal,
  recovery: row.allocated_recovery,
  excess: row.allocated_excess,
});

/** What was refunded too early is a part of the excess, because it was paid as excess before. */
export const presentAllocation = (parts: Allocation): RepaymentView['allocated'] => ({
  principal: parts.principal,
  fee: parts.fee,
  excess: parts.excess + parts.refund,
  recovery: parts.recovery,
});

export const repaymentStatusOf = ({ status, id }: Pick<RepaymentRow, 'status' | 'id'>): RepaymentStatus =>
  knownWord(REPAYMENT_STATUSES, status, `repayment/${id}`);

export const sourceOf = ({ source, id }: Pick<RepaymentRow, 'source' | 'id'>): Source =>
  knownWord(SOURCES, source, `repayment/${id}`);

/** What the partner reported; null if the provider recorded it. */
function reportedOf(row: RepaymentRow, vault: Vault): ReportedView | null {
  const text = decrypted(row, 'reported', vault);
  return text === null ? null : Reported.parse(JSON.parse(text));
}

function reversalOf(row: RepaymentRow, vault: Vault): RepaymentView['reversal'] {
  const reason = decrypted(row, 'reversal_reason', vault);
  const { reversed_on, reversal_kind } = row;
  if (reason === null || reversed_on === null || reversal_kind === null) return null;
  return { reversed_on, kind: knownWord(REVERSAL_KINDS, reversal_kind, `repayment/${row.id}`), reason };
}

/** The reference of a repayment, null if it has none; undefined if no secret decrypts it. */
export function readableReference(row: Omit<RepaymentRow, 'mac'>, vault: Vault): string | null | undefined {
  try {
    return decrypted(row, 'reference', vault);
  } catch (error) {
    if (error instanceof DamageError) return undefined;
    throw error;
  }
}

export function decrypted(
  row: Omit<RepaymentRow, 'mac'>,
  column: EncryptedRepaymentColumn,
  vault: Vault,
): string | null {
  const value = row[column];
  return value === null ? null : vault.decrypt(value, repaymentAad(column, row.id));
}
