import { daysAfter } from '../../../kernel/days.ts';
import { refusal } from '../../../kernel/errors.ts';
import { type Account, legsOf, type NewEntry, requireBalanced } from '../../ledger/entries.ts';
import { outstandingOf, requireExact } from './balances.ts';
import { dueOn } from './due-day.ts';
import { type Books, divide, isWrittenOff, post, takeExcess, writeOff } from './books.ts';
import { UNDO } from './undo.rules.ts';
import type { Allocation, Fact, Facts, Source, Step } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';

/** What the posting of a fact results in. */
interface Outcome {
  /** Null if only the sum of reports changes. */
  readonly step: Step | null;
  /** The effective day of the entries that follow from the fact. */
  readonly effectiveOn: string;
  readonly allocation?: Allocation;
}

type Handlers = { readonly [Kind in keyof Facts]: (books: Books, fact: Fact<Kind>) => Outcome };

/** The account on which the money of a source arrives. */
const ARRIVES_ON: Readonly<Record<Source, Account>> = {
  transfer: 'cash',
  sales_share: 'partner_clearing',
  instalment: 'partner_clearing',
  offset: 'offset_clearing',
};

/** How often a due day can be moved. */
const EXTENSIONS_MAX = 3;

/** Posts a fact. Throws if the balances do not allow it. `apply-fact.ts` posts what follows from it. */
export const postFact = <Kind extends keyof Facts>(books: Books, fact: Fact<Kind>): Outcome =>
  FACTS[fact.kind](books, fact);

const FACTS: Handlers = {
  repayment(books, { repaymentId, amount, source, effectiveOn }) {
    const { row } = books;
    const allocation = divide(row, amount);
    const { refund, fee, principal, recovery, excess } = allocation;
    post(books, {
      kind: isWrittenOff(row) ? 'recovery' : 'repayment',
      effectiveOn,
      repaymentId,
      legs: legsOf(
        { [ARRIVES_ON[source]]: amount },
        {
          refund_receivable: refund,
          fee_receivable: fee,
          principal_receivable: principal,
          recovery,
          excess_payable: excess,
        },
      ),
    });
    books.row = { ...books.row, paid: row.paid + fee + principal + recovery };
    return { step: changed('repayment'), effectiveOn, allocation };
  },

  reversal(books, { repaymentId, entryId, source, allocated, effectiveOn, reason }) {
    const { refund, fee, principal, recovery, excess } = allocated;
    const receivable = takeExcess(books, excess, effectiveOn);
    post(books, {
      kind: 'reversal',
      effectiveOn,
      repaymentId,
      mirrors: entryId,
      reason,
      legs: legsOf(
        {
          refund_receivable: refund + receivable,
          fee_receivable: fee,
          principal_receivable: principal,
          recovery,
          excess_payable: excess - receivable,
        },
        { [ARRIVES_ON[source]]: refund + fee + principal + recovery + excess },
      ),
    });
    books.row = { ...books.row, paid: books.row.paid - fee - principal - recovery };
    return { step: changed('reversal'), effectiveOn };
  },

  report(books, { change }) {
    const reported = books.row.reported + change;
    if (!Number.isSafeInteger(reported))
      throw refusal('parameter_invalid', 'is too large: all open reports together may not exceed 2^53-1', {
        path: ['amount'],
      });
    books.row = { ...books.row, reported };
    return { step: null, effectiveOn: books.rules.today };
  },

  waive(books, { amount, reason }) {
    const { row, rules } = books;
    requireNotWrittenOff(books);
    requireAtMost(amount, row.fee - row.fee_waived, 'the fee that is not waived yet');
    const fee = Math.min(amount, row.fee_outstanding);
    const principal = Math.min(amount - fee, row.principal_outstanding);
    post(books, {
      kind: 'waiver',
      effectiveOn: rules.today,
      reason,
      legs: legsOf(
        { fee_waived: amount },
        { fee_receivable: fee, principal_receivable: principal, excess_payable: amount - fee - principal },
      ),
    });
    return { step: { type: 'funding.fee_waived' }, effectiveOn: rules.today };
  },

  writeOff(books, { code, reason }) {
    const { row, rules } = books;
    requireNotWrittenOff(books);
    if (outstandingOf(row) === 0) throw insufficient('nothing is outstanding');
    writeOff(books, rules.today, { reason });
    books.row = { ...books.row, written_off_on: rules.today, written_off_code: code };
    return { step: { type: 'funding.written_off', data: { code } }, effectiveOn: rules.today };
  },

  refund(books, { amount, reason }) {
    const { row, rules } = books;
    requireAtMost(amount, row.excess, 'the excess that is held');
    const legs = legsOf({ excess_payable: amount }, { cash: amount });
    post(books, { kind: 'refund', effectiveOn: rules.today, reason, legs });
    books.row = { ...books.row, refunded: row.refunded + amount };
    requireExact(books.row.refunded);
    return { step: { type: 'funding.excess_refunded' }, effectiveOn: rules.today };
  },

  return(books, { returnedOn, entryId, reason }) {
    const { row } = books;
    requireNotWrittenOff(books);
    const rest = row.amount + row.fee - row.fee_waived;
    if (row.excess !== 0 || row.refund_receivable !== 0 || outstandingOf(row) !== rest)
      throw insufficient('a repayment or a refund stands; reverse it first');
    post(books, {
      kind: 'disbursement_returned',
      effectiveOn: returnedOn,
      mirrors: entryId,
      reason,
      legs: legsOf(
        { cash: row.amount, fee_unearned: row.fee_unearned, fee_income: row.fee_earned },
        {
          principal_receivable: row.principal_outstanding,
          fee_receivable: row.fee_outstanding,
          fee_waived: row.fee_waived,
        },
      ),
    });
    return { step: { type: 'funding.disbursement_returned' }, effectiveOn: returnedOn };
  },

  correct(books, { paidOn, entryId, reason }) {
    const { row, rules } = books;
    const [debits, credits] = payoutOf(row);
    const mirror = { kind: 'disbursement_corrected', mirrors: entryId, reason } as const;
    // Together the entries change no balance. After the first of them a balance may be negative.
    books.entries.push(
      balanced({ ...mirror, effectiveOn: row.funded_on, legs: legsOf(credits, debits) }),
      balanced({ kind: 'disbursement', effectiveOn: paidOn, legs: legsOf(debits, credits) }),
    );
    const original_due_on = daysAfter(paidOn, row.period_days);
    // An extension never makes the period shorter.
    const isExtended = row.extensions > 0 && row.due_on > original_due_on;
    const due_on = isExtended ? row.due_on : original_due_on;
    const earned_until = row.earned_until === row.funded_on ? paidOn : row.earned_until;
    const days = { funded_on: paidOn, original_due_on, earned_until };
    books.row = { ...row, ...days, ...dueOn(row, due_on, rules) };
    return {
      step: { type: 'funding.disbursement_corrected', data: { funded_on: paidOn } },
      effectiveOn: paidOn,
    };
  },

  extend(books, { dueOn: due_on, reason: extension_reason }) {
    const { row, rules } = books;
    requireNotWrittenOff(books);
    if (row.extensions >= EXTENSIONS_MAX)
      throw refusal(
        'limit_reached',
        `The due day was moved ${EXTENSIONS_MAX} times already; it cannot be moved again.`,
      );
    books.row = {
      ...row,
      extensions: row.extensions + 1,
      extension_reason,
      ...dueOn(row, due_on, rules),
    };
    return { step: { type: 'funding.due_on_changed', data: { due_on } }, effectiveOn: rules.today };
  },

  undo(books, fact) {
    const { today } = books.rules;
    for (const entry of fact.entries)
      UNDO[fact.undone](books, entry.legs, { mirrors: entry.id, reason: fact.reason });
    return { step: changed(`${fact.undone}_undone`), effectiveOn: today };
  },

  earn: (books) => ({ step: null, effectiveOn: books.rules.today }),

  holidays(books) {
    const { row, rules } = books;
    books.row = { ...row, ...dueOn(row, row.due_on, rules) };
    const data = { due_on: row.due_on };
    return { step: { type: 'funding.due_on_changed', data }, effectiveOn: rules.today };
  },

  notice(books, { notice }) {
    books.row = { ...books.row, notice };
    const data = { pay_by: books.row.pay_by };
    return { step: { type: `funding.${notice}`, data }, effectiveOn: books.rules.today };
  },
};

const changed = (kind: string): Step => ({ type: 'funding.balance_changed', data: { kind } });

const insufficient = (why: string) =>
  refusal('balance_insufficient', `The balance of the settlement is too low: ${why}.`);

function requireAtMost(amount: number, most: number, what: string): void {
  if (amount > most) throw insufficient(`the amount is more than ${what}`);
}

function requireNotWrittenOff({ row }: Books): void {
  if (isWrittenOff(row))
    throw refusal('funding_status_invalid', 'The instant settlement was written off; undo that first.');
}

/** The debits and the credits of the payout. */
const payoutOf = ({ amount, fee }: Pick<ServicingRow, 'amount' | 'fee'>) =>
  [
    { principal_receivable: amount, fee_receivable: fee },
    { cash: amount, fee_unearned: fee },
  ] as const;

function balanced(entry: NewEntry): NewEntry {
  requireBalanced(entry);
  return entry;
}
