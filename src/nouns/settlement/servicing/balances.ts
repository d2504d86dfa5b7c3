import type { Account, NewEntry } from '../../ledger/entries.ts';
import type { Posted } from '../../ledger/post-entries.ts';
import type { ServicingRow } from './servicing-mac.ts';

type Balances = Pick<
  ServicingRow,
  | 'principal_outstanding'
  | 'fee_outstanding'
  | 'refund_receivable'
  | 'excess'
  | 'fee_earned'
  | 'fee_unearned'
  | 'fee_waived'
  | 'recovered'
>;

/** The column that holds the balance of an account, and its sign. Credits increase the balance of a credit account. */
export const BALANCE_OF: Readonly<Partial<Record<Account, readonly [keyof Balances, 1 | -1]>>> = {
  principal_receivable: ['principal_outstanding', 1],
  fee_receivable: ['fee_outstanding', 1],
  refund_receivable: ['refund_receivable', 1],
  excess_payable: ['excess', -1],
  fee_unearned: ['fee_unearned', -1],
  fee_income: ['fee_earned', -1],
  fee_waived: ['fee_waived', 1],
  recovery: ['recovered', -1],
};

/** A balance exceeds what a number of JSON holds exactly. `applyFact` tells the caller. */
export class InexactBalance extends Error {
  override readonly name = 'InexactBalance';
}

/** Throws `InexactBalance` if an amount exceeds what a number of JSON holds exactly. */
export function requireExact(amount: number): void {
  if (!Number.isSafeInteger(amount)) throw new InexactBalance();
}

/**
 * A settlement after an entry. Only here do entries change balances, so a balance equals the sum of its legs. Throws
 * `InexactBalance` if a balance, or what is owed in all, would not be exact.
 */
export function posted<Row extends Balances>(before: Row, { legs }: Pick<NewEntry, 'legs'>): Row {
  const after = { ...before };
  for (const [account, amount] of legs) {
    const balance = BALANCE_OF[account];
    if (balance === undefined) continue;
    const [name, sign] = balance;
    const value = after[name] + sign * amount;
    requireExact(value);
    if (value < 0) throw new Error(`An entry would make the balance ${name} negative.`);
    Object.assign(after, { [name]: value });
  }
  requireExact(outstandingOf(after));
  return after;
}

/** What is owed. */
export const outstandingOf = (
  row: Pick<ServicingRow, 'principal_outstanding' | 'fee_outstanding' | 'refund_receivable'>,
) => row.principal_outstanding + row.fee_outstanding + row.refund_receivable;

/** What was written off and not recovered. */
export const claimOf = (row: Pick<ServicingRow, 'written_off_principal' | 'written_off_fee' | 'recovered'>) =>
  row.written_off_principal + row.written_off_fee - row.recovered;

/** What the statement of a settlement shows as its balance: what is owed, less the excess that is held. */
export const statementBalanceOf = (row: Parameters<typeof outstandingOf>[0] & Pick<ServicingRow, 'excess'>) =>
  outstandingOf(row) - row.excess;

/** The accounts of the balance of a statement. */
export const ON_STATEMENT: ReadonlySet<Account> = new Set([
  'principal_receivable',
  'fee_receivable',
  'refund_receivable',
  'excess_payable',
]);

/** By how much an entry changes the balance of a statement. */
const statementAmountOf = ({ legs }: Pick<NewEntry, 'legs'>): number =>
  legs.reduce((sum, [account, amount]) => (ON_STATEMENT.has(account) ? sum + amount : sum), 0);

/** Each entry with the change of the statement's balance, and the balance after it. */
export function withBalances(opening: number, entries: readonly NewEntry[]): readonly Posted[] {
  let balance = opening;
  return entries.map((entry) => {
    const amount = statementAmountOf(entry);
    balance += amount;
    return { ...entry, amount, balance };
  });
}
