import { refusal } from '../../../kernel/errors.ts';
import { type Leg, legsOf } from '../../ledger/entries.ts';
import { InexactBalance, outstandingOf } from './balances.ts';
import { applyExcess, type Books, earn, isOpen, isWrittenOff, post, writeOff } from './books.ts';
import { earnDueMonths } from './earn-months.ts';
import { postFact } from './facts.rules.ts';
import type { Change, Fact, ServicingRules, Step } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

/**
 * What a fact changes in a settlement: balances, entries and events. Reads and writes no row. Throws
 * `balance_insufficient`, `funding_status_invalid`, `limit_reached` or `parameter_invalid` if the balances do not allow
 * the fact.
 */
export function applyFact(before: ServicingRow, fact: Fact, rules: ServicingRules): Change {
  try {
    return applied(before, fact, rules);
  } catch (error) {
    if (!(error instanceof InexactBalance)) throw error;
    // Only these facts have an amount of their own that can be corrected.
    if (fact.kind === 'repayment' || fact.kind === 'refund') throw tooLarge();
    throw refusal(
      'limit_reached',
      'A balance of the settlement would exceed 2^53-1, and would not be exact.',
    );
  }
}

/** An amount that would make a balance inexact. */
export const tooLarge = () =>
  refusal('parameter_invalid', 'is too large: no balance of a settlement may exceed 2^53-1', {
    path: ['amount'],
  });

function applied(before: ServicingRow, fact: Fact, rules: ServicingRules): Change {
  const books: Books = { row: before, entries: [], rules };
  const steps: Step[] = [];
  const earnMonths = () => {
    if (earnDueMonths(books)) steps.push({ type: 'funding.fee_earned' });
  };
  earnMonths();
  const { step, effectiveOn, allocation = null } = postFact(books, fact);
  if (step !== null) steps.push(step);
  if (fact.kind === 'correct') earnMonths();
  const isReturn = fact.kind === 'return';
  const closesOn = rules.closedOn ?? effectiveOn;
  if (fact.kind === 'repayment') forgiveSmall(books, closesOn);
  if (!isReturn) settleUp(books, effectiveOn, closesOn);
  const after = finished(books, before, effectiveOn, isReturn);
  return {
    after,
    entries: books.entries,
    steps,
    endsOverdue: before.notice === 'overdue' && isOverdue(before, rules) && !isOverdue(after, rules),
    move: isReturn ? 'return' : moveOf(before, after),
    allocation,
  };
}

/** Gives up a small rest after a repayment. */
function forgiveSmall(books: Books, effectiveOn: string): void {
  const { row, rules } = books;
  const { fee_outstanding: fee, principal_outstanding: principal } = row;
  if (isWrittenOff(row) || row.refund_receivable > 0 || fee + principal > rules.smallDifference) return;
  post(books, {
    kind: 'small_difference',
    effectiveOn,
    legs: legsOf(
      { small_difference: fee + principal },
      { fee_receivable: fee, principal_receivable: principal },
    ),
  });
}

/** If something is owed again, the small differences that were given up at the close are owed again too. */
function oweForgiven(books: Books, effectiveOn: string): void {
  const { row, rules } = books;
  if (isWrittenOff(row) || !isOpen(row)) return;
  for (const { id, legs, effectiveOn: forgivenOn } of rules.forgiven ?? [])
    post(books, {
      kind: 'small_difference_undone',
      effectiveOn: laterOf(effectiveOn, forgivenOn),
      mirrors: id,
      legs: legs.map(([account, amount]): Leg => [account, -amount]),
    });
}

/**
 * Posts what follows from the balances. Held excess pays what is owed again. If a reversal brings an amount back to a
 * written-off settlement, it is written off. A settlement that closes has earned its whole fee.
 */
function settleUp(books: Books, effectiveOn: string, closesOn: string): void {
  const { today } = books.rules;
  applyExcess(books, today);
  oweForgiven(books, effectiveOn);
  if (isWrittenOff(books.row) && outstandingOf(books.row) > 0) {
    writeOff(books, laterOf(effectiveOn, books.row.written_off_on));
    applyExcess(books, today);
  }
  const isClosed = !isOpen(books.row) || isWrittenOff(books.row);
  if (isClosed) earn(books, books.row.fee_unearned, closesOn);
}

const laterOf = (day: string, other: string | null): string => (other === null || day > other ? day : other);

/** The row with the days that follow from its balances. */
function finished(
  { row, rules }: Books,
  before: ServicingRow,
  effectiveOn: string,
  isReturn: boolean,
): ServicingRow {
  const closed_on = isOpen(row) || isReturn ? null : (rules.closedOn ?? before.closed_on ?? effectiveOn);
  const excess_since = row.excess === 0 ? null : (before.excess_since ?? rules.today);
  return { ...row, closed_on, excess_since, earned_until: row.fee_unearned === 0 ? null : row.earned_until };
}

/** The event of the settlement's machine that follows from a change of its balances. */
function moveOf(before: ServicingRow, after: ServicingRow): Change['move'] {
  if (isOpen(before) === isOpen(after)) return null;
  return isOpen(after) ? 'reopen' : 'repay';
}

/** Whether readers see it as overdue. A notice that was written stays, even if the clock was set back. */
const isOverdue = (row: ServicingRow, { today }: ServicingRules): boolean =>
  isOpen(row) && !isWrittenOff(row) && (today > row.pay_by || row.notice === 'overdue');
