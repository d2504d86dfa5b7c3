import { minorDecimal } from '../../../kernel/currency.ts';

/** What is known of the transactions that a partner sent. */
export interface TransactionFacts {
  /** The names of the members at the top level, sorted. */
  readonly names: readonly string[];
  /** Null unless they have the form of the interface and one currency. */
  readonly list: TransactionList | null;
}

interface TransactionList {
  readonly count: number;
  readonly currency: string;
  /** In the minor unit of the currency. */
  readonly total: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** More names are not kept: the interface has three, and a decision must stay small. */
const NAMES_MAX = 50;
/** Other texts may be data of persons. */
const NAME = /^[A-Za-z_]\w{0,39}$/;
const DAY = /^\d{4}-\d{2}-\d{2}(?=$|T)/;

/**
 * Reads the transactions of a request, which are any JSON object. Amounts are in the minor unit of the currency, as
 * everywhere in the API, unless one of them has decimals.
 */
export function transactionFacts(sent: unknown): TransactionFacts {
  if (!isObject(sent)) return { names: [], list: null };
  const names = Object.keys(sent)
    .filter((name) => NAME.test(name))
    .toSorted()
    .slice(0, NAMES_MAX);
  return { names, list: listOf(Object.hasOwn(sent, 'transaction_list') ? sent['transaction_list'] : null) };
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listOf(list: unknown): TransactionList | null {
  if (!Array.isArray(list) || list.length === 0) return null;
  let [sum, hasDecimals] = [0, false];
  let first: string | null = null;
  let last: string | null = null;
  let currency: string | null = null;
  for (const entry of list) {
    const read = isObject(entry) ? readEntry(entry) : null;
    if (read === null || (currency ??= read.currency) !== read.currency) return null;
    sum += read.amount;
    hasDecimals ||= !Number.isInteger(read.amount);
    if (first === null || read.day < first) first = read.day;
    if (last === null || read.day > last) last = read.day;
  }
  if (first === null || last === null || currency === null) return null;
  const total = hasDecimals ? minorDecimal(sum, currency) : sum;
  if (total === null || !Number.isSafeInteger(total)) return null;
  return { count: list.length, currency, total, firstDay: first, lastDay: last };
}

/** The members of a transaction that the facts need; null if one is missing or of another form. */
function readEntry(entry: Members) {
  const { transaction_amount: amount, transaction_currency: currency, transaction_date: date } = entry;
  if (typeof amount !== 'number' || typeof currency !== 'string' || typeof date !== 'string') return null;
  const [day] = DAY.exec(date) ?? [];
  return day === undefined || !Number.isFinite(amount) ? null : { amount, currency, day };
}
