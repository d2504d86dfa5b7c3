import { JsonWalk } from '../../../engine/json/walk.ts';
import { minorDecimal } from '../../../kernel/currency.ts';

/** What is known of the transactions that a partner sent. */
export interface TransactionFacts {
  /** The names of the members at the top level, sorted. Null if there are too many, so that one could hide another. */
  readonly names: readonly string[] | null;
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
/** Whether a name is kept if `transactions` have it. */
export const isKeptName = (name: string): boolean => NAME.test(name);
const DAY = /^\d{4}-\d{2}-\d{2}(?=$|T)/;

/**
 * Reads the transactions of a request, which are the text of any JSON object; null if they cannot be read. Amounts are
 * in the minor unit of the currency, as everywhere in the API, unless one of them has decimals.
 */
export function transactionFacts(sent: string | null): TransactionFacts {
  if (sent === null) return { names: null, list: null };
  const walk = new JsonWalk(sent);
  const names = new Set<string>();
  let list: number | null = null;
  walk.members(walk.start, (name, value) => {
    if (names.size <= NAMES_MAX && isKeptName(name)) names.add(name);
    if (name === 'transaction_list') list = value;
    return true;
  });
  return {
    names: names.size > NAMES_MAX ? null : [...names].toSorted(),
    list: list === null ? null : listOf(walk, list),
  };
}

function listOf(walk: JsonWalk, at: number): TransactionList | null {
  const entries: Entry[] = [];
  let isRead = true;
  walk.items(at, (item) => {
    const entry = readEntry(walk, item);
    if (entry === null) isRead = false;
    else entries.push(entry);
    return isRead;
  });
  const [{ currency } = { currency: '' }] = entries;
  if (!isRead || entries.length === 0 || entries.some((entry) => entry.currency !== currency)) return null;
  const sum = entries.reduce((all, { amount }) => all + amount, 0);
  const isMinor = entries.every(({ amount }) => Number.isInteger(amount));
  const total = isMinor ? sum : minorDecimal(sum, currency);
  if (total === null || !Number.isSafeInteger(total)) return null;
  const days = entries.map(({ day }) => day);
  const firstDay = days.reduce((first, day) => (day < first ? day : first));
  const lastDay = days.reduce((last, day) => (day > last ? day : last));
  return { count: entries.length, currency, total, firstDay, lastDay };
}

interface Entry {
  readonly amount: number;
  readonly currency: string;
  readonly day: string;
}

/** The members of a transaction that the facts need; null if one is missing or of another form. */
function readEntry(walk: JsonWalk, at: number): Entry | null {
  let [amount, currency, date]: readonly unknown[] = [];
  walk.members(at, (name, value) => {
    if (name === 'transaction_amount') amount = walk.scalar(value);
    else if (name === 'transaction_currency') currency = walk.scalar(value);
    else if (name === 'transaction_date') date = walk.scalar(value);
    return true;
  });
  if (typeof amount !== 'number' || typeof currency !== 'string' || typeof date !== 'string') return null;
  const [day] = DAY.exec(date) ?? [];
  return day === undefined || !Number.isFinite(amount) ? null : { amount, currency, day };
}
