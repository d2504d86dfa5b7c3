import { wordsOf } from '../../kernel/words.ts';

/** The accounts of the journal, and the words for them. */
export const ACCOUNTS = {
  principal_receivable: 'The amount of settlements that is outstanding.',
  fee_receivable: 'The fee of settlements that is outstanding.',
  refund_receivable: 'Excess that was paid back to the payer before its repayment was reversed.',
  cash: 'Money of the provider.',
  partner_clearing: 'Money that partners hold for the provider.',
  offset_clearing: 'Money that was set off against what the provider owes.',
  fee_unearned: 'The part of fees that is not earned yet.',
  fee_income: 'The part of fees that is earned.',
  excess_payable: 'Money that was paid too much, and is held.',
  fee_waived: 'Fees that the provider waived.',
  small_difference: 'Small rests that the provider gave up.',
  principal_loss: 'The amount of settlements that was written off.',
  fee_loss: 'Earned fees that were written off.',
  recovery: 'What was paid after it was written off.',
  opening_balance: 'Balances of settlements from before the journal.',
} as const satisfies Readonly<Record<string, string>>;
export type Account = keyof typeof ACCOUNTS;

export const isAccount = (text: string): text is Account => Object.hasOwn(ACCOUNTS, text);

/** An amount on an account in minor units: positive for a debit, negative for a credit, never zero. */
export type Leg = readonly [account: Account, amount: number];

interface EntryRow {
  /** What it records. */
  readonly means: string;
  /** The accounts that it may debit. */
  readonly debits: readonly Account[];
  /** The accounts that it may credit. */
  readonly credits: readonly Account[];
}

const MONEY = ['cash', 'partner_clearing', 'offset_clearing'] as const;
const RECEIVABLES = ['refund_receivable', 'fee_receivable', 'principal_receivable'] as const;

/** Each kind of entry, and its accounts. An entry with another account is refused. */
export const ENTRIES = {
  disbursement: {
    means: 'The money was sent.',
    debits: ['principal_receivable', 'fee_receivable'],
    credits: ['cash', 'fee_unearned'],
  },
  fee_earned: { means: 'A part of the fee was earned.', debits: ['fee_unearned'], credits: ['fee_income'] },
  repayment: {
    means: 'A repayment was received.',
    debits: MONEY,
    credits: [...RECEIVABLES, 'excess_payable'],
  },
  recovery: {
    means: 'A repayment was received after the rest was written off.',
    debits: MONEY,
    credits: ['recovery', 'excess_payable'],
  },
  reversal: {
    means: 'A repayment was reversed.',
    debits: [...RECEIVABLES, 'excess_payable', 'recovery'],
    credits: MONEY,
  },
  excess_applied: {
    means: 'Held excess paid an amount that was owed again after a reversal.',
    debits: ['excess_payable'],
    credits: [...RECEIVABLES, 'recovery'],
  },
  excess_withdrawn: {
    means: 'The repayment of excess was reversed, so the payments from this excess were taken back.',
    debits: [...RECEIVABLES, 'recovery'],
    credits: ['excess_payable'],
  },
  waiver: {
    means: 'A part of the fee was waived.',
    debits: ['fee_waived'],
    credits: ['fee_receivable', 'principal_receivable', 'excess_payable'],
  },
  small_difference: {
    means: 'A small rest was given up.',
    debits: ['small_difference'],
    credits: ['fee_receivable', 'principal_receivable'],
  },
  small_difference_undone: {
    means: 'A small rest is owed again, because a reversal or an undo reopened the settlement.',
    debits: ['fee_receivable', 'principal_receivable'],
    credits: ['small_difference'],
  },
  write_off: {
    means: 'What was outstanding was written off.',
    debits: ['principal_loss', 'fee_unearned', 'fee_loss'],
    credits: RECEIVABLES,
  },
  refund: { means: 'Excess was paid back.', debits: ['excess_payable'], credits: ['cash'] },
  waiver_undone: {
    means: 'A waiver was undone.',
    debits: [...RECEIVABLES, 'excess_payable'],
    credits: ['fee_waived'],
  },
  write_off_undone: {
    means: 'A write-off was undone.',
    debits: RECEIVABLES,
    credits: ['principal_loss', 'fee_unearned', 'fee_loss'],
  },
  refund_undone: { means: 'A refund was undone.', debits: ['cash'], credits: ['excess_payable'] },
  disbursement_returned: {
    means: 'The bank sent the money back.',
    debits: ['cash', 'fee_unearned', 'fee_income'],
    credits: ['principal_receivable', 'fee_receivable', 'fee_waived'],
  },
  disbursement_corrected: {
    means: 'The payout was booked on another day.',
    debits: ['cash', 'fee_unearned'],
    credits: ['principal_receivable', 'fee_receivable'],
  },
  opening: {
    means: 'The balances of a settlement when its journal began.',
    debits: [...RECEIVABLES, 'opening_balance'],
    credits: [...RECEIVABLES, 'fee_unearned', 'fee_income', 'opening_balance'],
  },
} as const satisfies Readonly<Record<string, EntryRow>>;
export type EntryKind = keyof typeof ENTRIES;

export const isEntryKind = (text: string): text is EntryKind => Object.hasOwn(ENTRIES, text);
export const ENTRY_KINDS = wordsOf(ENTRIES);

/** The kinds that most settlements have. A list of entries finds them everywhere, so they need no index. */
const USUAL_KINDS: readonly EntryKind[] = ['disbursement', 'repayment', 'fee_earned'];
const USUAL_ACCOUNTS: readonly Account[] = [
  'principal_receivable',
  'fee_receivable',
  'cash',
  'partner_clearing',
  'fee_unearned',
  'fee_income',
];

/** The kinds and accounts that few entries have. So their indexes cost an ordinary entry nothing. */
export const RARE_KINDS = ENTRY_KINDS.filter((kind) => !USUAL_KINDS.includes(kind));
export const RARE_ACCOUNTS = Object.keys(ACCOUNTS)
  .filter(isAccount)
  .filter((account) => !USUAL_ACCOUNTS.includes(account));

/** The condition of the index of rare kinds, as both databases know it. */
export const IS_RARE_KIND = USUAL_KINDS.map((kind) => `kind <> '${kind}'`).join(' and ');
/**
 * The condition that an entry has an account, in a form that PostgreSQL does not rewrite. It searches the JSON of the
 * legs as a text. That is safe: only the journal writes legs, and no name of an account is a part of another name.
 */
export const hasAccount = (account: Account): string => `replace(legs, '"${account}"', '') <> legs`;

/** The kind that changes nothing for the payer. Statements leave it out. */
export const INTERNAL_KIND = 'fee_earned' satisfies EntryKind;

/** An entry that a fact makes. */
export interface NewEntry {
  readonly kind: EntryKind;
  /** The day for which it is true. */
  readonly effectiveOn: string;
  readonly legs: readonly Leg[];
  /** The entry that this one undoes. */
  readonly mirrors?: string;
  readonly repaymentId?: string;
  readonly reason?: string | null;
}

/** The legs of an entry that are not zero. */
export function legsOf(debits: Partial<Record<Account, number>>, credits: Partial<Record<Account, number>>) {
  const legs: Leg[] = [];
  for (const [account, amount] of amountsOf(debits)) legs.push([account, amount]);
  for (const [account, amount] of amountsOf(credits)) legs.push([account, -amount]);
  return legs;
}

const amountsOf = (amounts: Partial<Record<Account, number>>): readonly Leg[] =>
  Object.entries(amounts).flatMap(([account, amount]) =>
    isAccount(account) && amount !== undefined && amount !== 0 ? [[account, amount] as const] : [],
  );

/** Throws unless the legs sum to zero and stand on the accounts of their kind. */
export function requireBalanced({ kind, legs }: Pick<NewEntry, 'kind' | 'legs'>): void {
  const { debits, credits }: EntryRow = ENTRIES[kind];
  // Sums of safe integers may exceed the largest one.
  let sum = 0n;
  for (const [account, amount] of legs) {
    sum += BigInt(amount);
    if (!(amount > 0 ? debits : credits).includes(account))
      throw new Error(`An entry of the kind ${kind} has an amount on ${account}.`);
  }
  if (sum !== 0n || legs.length === 0)
    throw new Error(`The legs of an entry of the kind ${kind} are not balanced.`);
}

/** The additional authenticated data of a reason: binds it to its row. */
export const entryReasonAad = (id: string) => `ledger_entry.reason/${id}`;
