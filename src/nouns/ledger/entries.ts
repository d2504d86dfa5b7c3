/** The accounts of the journal. Receivables, cash, clearings and losses are debits; the others are credits. */
export const ACCOUNTS = [
  'principal_receivable',
  'fee_receivable',
  'refund_receivable',
  'cash',
  'partner_clearing',
  'offset_clearing',
  'fee_unearned',
  'fee_income',
  'excess_payable',
  'fee_waived',
  'small_difference',
  'principal_loss',
  'fee_loss',
  'recovery',
  'opening_balance',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** An amount on an account in minor units: positive for a debit, negative for a credit, never zero. */
export type Leg = readonly [account: Account, amount: number];

/** What an entry records. */
export const ENTRY_KINDS = [
  'disbursement',
  'fee_earned',
  'repayment',
  'reversal',
  'excess_applied',
  'waiver',
  'small_difference',
  'write_off',
  'recovery',
  'refund',
  'undo',
  'disbursement_returned',
  'disbursement_corrected',
  'opening',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** An entry that a fact makes. */
export interface NewEntry {
  readonly kind: EntryKind;
  readonly effectiveOn: string;
  readonly legs: readonly Leg[];
  /** The entry that this one undoes. */
  readonly mirrors?: string;
  readonly repaymentId?: string;
  readonly reason?: string;
}

/** The additional authenticated data of a reason: binds it to its row. */
export const entryReasonAad = (id: string) => `ledger_entry.reason/${id}`;
