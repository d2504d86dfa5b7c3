import { refusal } from '../../../kernel/errors.ts';
import { type Account, type Leg, legsOf } from '../../ledger/entries.ts';
import { type Books, post, takeExcess } from './books.ts';

interface About {
  readonly mirrors: string;
  readonly reason: string;
}

type Undo = (books: Books, legs: readonly Leg[], about: About) => void;

/** How each kind of entry that can be undone is undone: by its mirror. */
export const UNDO: Readonly<Record<'waiver' | 'write_off' | 'refund', Undo>> = {
  waiver(books, legs, about) {
    const effectiveOn = books.rules.today;
    const excess = creditOf(legs, 'excess_payable');
    const fee = creditOf(legs, 'fee_receivable');
    const principal = creditOf(legs, 'principal_receivable');
    const receivable = takeExcess(books, excess, effectiveOn);
    const debits = {
      fee_receivable: fee,
      principal_receivable: principal,
      refund_receivable: receivable,
      excess_payable: excess - receivable,
    };
    const credits = { fee_waived: debitOf(legs, 'fee_waived') };
    post(books, { kind: 'waiver_undone', effectiveOn, legs: legsOf(debits, credits), ...about });
  },

  write_off(books, legs, about) {
    if (books.row.recovered > 0)
      throw refusal(
        'balance_insufficient',
        'A part of what was written off was recovered; reverse that first.',
      );
    const principal = creditOf(legs, 'principal_receivable') + creditOf(legs, 'refund_receivable');
    const fee = creditOf(legs, 'fee_receivable');
    const mirrored = legs.map(([account, amount]): Leg => [account, -amount]);
    post(books, { kind: 'write_off_undone', effectiveOn: books.rules.today, legs: mirrored, ...about });
    const { row } = books;
    const written_off_principal = row.written_off_principal - principal;
    const written_off_fee = row.written_off_fee - fee;
    const isUndone = written_off_principal + written_off_fee === 0;
    books.row = {
      ...row,
      written_off_principal,
      written_off_fee,
      ...(isUndone && {
        written_off_on: null,
        written_off_code: null,
        // Until that day the fee was earned.
        earned_until: row.fee_unearned > 0 ? row.written_off_on : null,
      }),
    };
  },

  refund(books, legs, about) {
    const amount = debitOf(legs, 'excess_payable');
    post(books, {
      kind: 'refund_undone',
      effectiveOn: books.rules.today,
      legs: legsOf({ cash: amount }, { excess_payable: amount }),
      ...about,
    });
    const { row } = books;
    books.row = { ...row, refunded: row.refunded - Math.min(row.refunded, amount) };
  },
};

const amountOn = (legs: readonly Leg[], account: Account): number =>
  legs.find(([name]) => name === account)?.[1] ?? 0;

const debitOf = (legs: readonly Leg[], account: Account) => Math.max(0, amountOn(legs, account));
const creditOf = (legs: readonly Leg[], account: Account) => Math.max(0, -amountOn(legs, account));
