import { legsOf, type NewEntry, requireBalanced } from '../../ledger/entries.ts';
import { claimOf, outstandingOf, posted, requireExact } from './balances.ts';
import type { Allocation, ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** A settlement while a fact is posted: its row, and the entries that were made until now. */
export interface Books {
  row: ServicingRow;
  readonly entries: NewEntry[];
  readonly rules: ServicingRules;
}

/** Posts an entry, unless it has no legs. */
export function post(books: Books, entry: NewEntry): void {
  if (entry.legs.length === 0) return;
  requireBalanced(entry);
  books.row = posted(books.row, entry);
  books.entries.push(entry);
}

export const isWrittenOff = ({ written_off_on }: Pick<ServicingRow, 'written_off_on'>): boolean =>
  written_off_on !== null;

/** Whether something is owed: outstanding, or a claim after a write-off. */
export const isOpen = (row: ServicingRow): boolean => outstandingOf(row) + claimOf(row) > 0;

/**
 * Divides an amount between what is outstanding: first what was refunded too early, then fee and principal in the order
 * of the terms. After a write-off it pays the claim. The rest is excess.
 */
export function divide(row: ServicingRow, amount: number): Allocation {
  if (isWrittenOff(row)) {
    const recovery = Math.min(amount, claimOf(row));
    return { refund: 0, fee: 0, principal: 0, recovery, excess: amount - recovery };
  }
  const refund = Math.min(amount, row.refund_receivable);
  const feeFirst = row.repayment_order !== 'principal_first';
  const afterRefund = amount - refund;
  const first = Math.min(afterRefund, feeFirst ? row.fee_outstanding : row.principal_outstanding);
  const second = Math.min(afterRefund - first, feeFirst ? row.principal_outstanding : row.fee_outstanding);
  const [fee, principal] = feeFirst ? [first, second] : [second, first];
  return { refund, fee, principal, recovery: 0, excess: afterRefund - first - second };
}

/** Held excess pays what is owed again. A settlement that holds excess never owes anything. */
export function applyExcess(books: Books, effectiveOn: string): void {
  const { row } = books;
  if (row.excess === 0 || !isOpen(row)) return;
  const { excess: rest, ...applied } = divide(row, row.excess);
  post(books, {
    kind: 'excess_applied',
    effectiveOn,
    legs: legsOf({ excess_payable: row.excess - rest }, receivablesOf(applied)),
  });
  books.row = withApplied(books.row, applied, 1);
}

/**
 * Takes back excess that is not held any more, because its repayment was reversed. The refunded part is receivable. The
 * rest had paid something, which is owed again. Returns the receivable part.
 */
export function takeExcess(books: Books, amount: number, effectiveOn: string): number {
  const missing = Math.max(0, amount - books.row.excess);
  const receivable = Math.min(missing, books.row.refunded);
  withdrawExcess(books, missing - receivable, effectiveOn);
  books.row = { ...books.row, refunded: books.row.refunded - receivable };
  return receivable;
}

/** The last payment from excess is the first one to be owed again. */
function withdrawExcess(books: Books, amount: number, effectiveOn: string): void {
  if (amount === 0) return;
  const { row } = books;
  let left = amount;
  const take = (most: number) => {
    const taken = Math.min(left, most);
    left -= taken;
    return taken;
  };
  const recovery = take(row.applied_recovery);
  const feeFirst = row.repayment_order !== 'principal_first';
  const second = take(feeFirst ? row.applied_principal : row.applied_fee);
  const first = take(feeFirst ? row.applied_fee : row.applied_principal);
  const [fee, principal] = feeFirst ? [first, second] : [second, first];
  const withdrawn = { recovery, fee, principal, refund: left };
  const legs = legsOf(receivablesOf(withdrawn), { excess_payable: amount });
  post(books, { kind: 'excess_withdrawn', effectiveOn, legs });
  books.row = withApplied(books.row, withdrawn, -1);
}

type Applied = Omit<Allocation, 'excess'>;

const receivablesOf = ({ refund, fee, principal, recovery }: Applied) => ({
  refund_receivable: refund,
  fee_receivable: fee,
  principal_receivable: principal,
  recovery,
});

/** The row after a payment from excess, or after such a payment was taken back. */
const withApplied = (row: ServicingRow, { refund, fee, principal, recovery }: Applied, by: 1 | -1) => ({
  ...row,
  paid: row.paid + by * (fee + principal + recovery),
  applied_refund: row.applied_refund + by * refund,
  applied_fee: row.applied_fee + by * fee,
  applied_principal: row.applied_principal + by * principal,
  applied_recovery: row.applied_recovery + by * recovery,
});

/** Writes off everything outstanding. Of the fee, the unearned part is written off first. */
export function writeOff(books: Books, effectiveOn: string, about: Pick<NewEntry, 'reason'> = {}): void {
  const { row } = books;
  const principal = row.principal_outstanding + row.refund_receivable;
  const unearned = Math.min(row.fee_outstanding, row.fee_unearned);
  post(books, {
    kind: 'write_off',
    effectiveOn,
    legs: legsOf(
      { principal_loss: principal, fee_unearned: unearned, fee_loss: row.fee_outstanding - unearned },
      {
        principal_receivable: row.principal_outstanding,
        fee_receivable: row.fee_outstanding,
        refund_receivable: row.refund_receivable,
      },
    ),
    ...about,
  });
  books.row = {
    ...books.row,
    written_off_principal: row.written_off_principal + principal,
    written_off_fee: row.written_off_fee + row.fee_outstanding,
  };
  requireExact(books.row.written_off_principal + books.row.written_off_fee);
}

/** Earns a part of the fee, at most the part that is not earned yet. */
export function earn(books: Books, amount: number, effectiveOn: string): void {
  const earned = Math.min(Math.max(0, amount), books.row.fee_unearned);
  post(books, {
    kind: 'fee_earned',
    effectiveOn,
    legs: legsOf({ fee_unearned: earned }, { fee_income: earned }),
  });
}
