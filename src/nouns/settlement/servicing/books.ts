import { legsOf, type NewEntry, requireBalanced } from '../../ledger/entries.ts';
import { claimOf, outstandingOf, posted } from './balances.ts';
import type { Allocation, ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** A settlement while a fact is posted: its row, and the entries that were made until now. */
export interface Books {
  row: ServicingRow;
  readonly entries: NewEntry[];
  readonly rules: ServicingRules;
}

/** Posts an entry. One without legs is left out. */
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

/** Held excess pays what is owed again. Never is something owed while excess is held. */
export function applyExcess(books: Books, effectiveOn: string): void {
  const { row } = books;
  if (row.excess === 0 || !isOpen(row)) return;
  const { refund, fee, principal, recovery, excess: rest } = divide(row, row.excess);
  const credits = {
    refund_receivable: refund,
    fee_receivable: fee,
    principal_receivable: principal,
    recovery,
  };
  post(books, {
    kind: 'excess_applied',
    effectiveOn,
    legs: legsOf({ excess_payable: row.excess - rest }, credits),
  });
  books.row = { ...books.row, paid: books.row.paid + fee + principal + recovery };
}

/**
 * Takes back excess that is not held any more, because its repayment was reversed. What was refunded is receivable; the
 * rest had paid something, which is owed again. Returns the part that is receivable.
 */
export function takeExcess(
  books: Books,
  amount: number,
  effectiveOn: string,
  also: PaidBack = NOTHING,
): number {
  const missing = Math.max(0, amount - books.row.excess);
  const receivable = Math.min(missing, books.row.refunded);
  withdrawExcess(books, missing - receivable, effectiveOn, also);
  books.row = { ...books.row, refunded: books.row.refunded - receivable };
  return receivable;
}

/**
 * What a reversal of an allocation makes owed again. Excess that was withdrawn before may have brought back a part of
 * it in another place; then the rest is owed there, so that neither principal nor fee exceeds the terms.
 */
export function owedAgain(row: ServicingRow, allocated: Pick<Allocation, 'principal' | 'fee' | 'recovery'>) {
  const recovery = Math.min(allocated.recovery, row.recovered);
  const total = allocated.principal + allocated.fee + allocated.recovery - recovery;
  const most = Math.min(allocated.principal, row.amount - row.principal_outstanding);
  const fee = Math.min(total - most, row.fee - row.fee_outstanding);
  return { recovery, fee, principal: total - fee };
}

/** What the same fact brings back itself, so that it cannot be owed again twice. */
type PaidBack = Pick<Allocation, 'principal' | 'fee' | 'recovery'>;
const NOTHING: PaidBack = { principal: 0, fee: 0, recovery: 0 };

/** What was paid last is owed again first. */
function withdrawExcess(books: Books, amount: number, effectiveOn: string, also: PaidBack): void {
  const { row } = books;
  if (amount === 0) return;
  const paid = {
    principal: row.amount - row.principal_outstanding - also.principal,
    fee: row.fee - row.fee_outstanding - also.fee,
  };
  const recovery = Math.min(amount, Math.max(0, row.recovered - also.recovery));
  const left = amount - recovery;
  const feeLast = row.repayment_order === 'principal_first';
  const first = Math.min(left, Math.max(0, feeLast ? paid.fee : paid.principal));
  const [fee, principal] = feeLast ? [first, left - first] : [left - first, first];
  post(books, {
    kind: 'excess_withdrawn',
    effectiveOn,
    legs: legsOf(
      { recovery, fee_receivable: fee, principal_receivable: principal },
      { excess_payable: amount },
    ),
  });
  books.row = { ...books.row, paid: books.row.paid - amount };
}

/** Writes off all that is outstanding: of the fee first what is not earned yet. */
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
}

/** Earns a part of the fee, at most what is not earned yet. */
export function earn(books: Books, amount: number, effectiveOn: string): void {
  const earned = Math.min(Math.max(0, amount), books.row.fee_unearned);
  post(books, {
    kind: 'fee_earned',
    effectiveOn,
    legs: legsOf({ fee_unearned: earned }, { fee_income: earned }),
  });
}
