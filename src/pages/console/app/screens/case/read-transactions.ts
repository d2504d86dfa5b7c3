import { money, minorDigits } from '../../../../console-kit/format.ts';

/** The transactions of a partner are free JSON; this reads the form of the samples of the interface. */
type Members = Readonly<Record<string, unknown>>;

/** Characters of a text in a row; a partner may send any. */
const TEXT_LENGTH_MAX = 60;
/** An amount: a number, or a text with a number. The digits are limited, because more would only take time. */
const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,20}))?$/;
const DAY = /^\d{4}-\d{2}-\d{2}(?=$|T)/;
const CURRENCY = /^[A-Z]{3}$/;

interface Decimal {
  /** The amount as a whole number of units of its last digit. */
  readonly units: bigint;
  /** Digits after the point. */
  readonly digits: number;
}

/** One transaction, as far as it can be read. */
interface Transaction {
  readonly id: string;
  readonly day: string | null;
  readonly type: string;
  readonly status: string;
  readonly settlesOn: string | null;
  readonly currency: string;
  readonly amount: Decimal | null;
}

export interface Transactions {
  readonly count: number;
  /** Transactions without an amount; they are in no sum. */
  readonly withoutAmount: number;
  readonly sums: readonly { readonly currency: string; readonly sum: Decimal }[];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Whether amounts have a point, and so are in the unit of the currency and not in its minor unit. */
  readonly haveDecimals: boolean;
  /** Whether there is no list, so that count and sum come from the partner. */
  readonly isStated: boolean;
  /** The count and sum that the partner states beside the list; null if it states none. */
  readonly stated: { readonly count: number | null; readonly sum: Decimal | null };
  /** Some of them, in the order in which they were sent. */
  readonly slice: (from: number, to: number) => readonly Transaction[];
}

/**
 * Reads transactions of a request in a currency; a transaction without a currency has this one. Null if there is no
 * list and no sum.
 */
export function readTransactions(sent: unknown, currency: string): Transactions | null {
  const { transaction_list: list, transaction_count, total_amount }: Members = isObject(sent) ? sent : {};
  const stated = { count: wholeOf(transaction_count), sum: decimalOf(total_amount) };
  if (Array.isArray(list)) return addedUp(list, stated, currency);
  if (stated.sum === null) return null;
  return {
    count: stated.count ?? 0,
    withoutAmount: 0,
    sums: [{ currency, sum: stated.sum }],
    firstDay: null,
    lastDay: null,
    haveDecimals: stated.sum.digits > 0,
    isStated: true,
    stated: { count: null, sum: null },
    slice: () => [],
  };
}

function addedUp(list: readonly unknown[], stated: Transactions['stated'], currency: string): Transactions {
  const added = new Map<string, Decimal>();
  let withoutAmount = 0;
  let haveDecimals = stated.sum !== null && stated.sum.digits > 0;
  let firstDay: string | null = null;
  let lastDay: string | null = null;
  for (const entry of list) {
    const { amount, day, currency: own } = transactionOf(entry, currency);
    if (day !== null && (firstDay === null || day < firstDay)) firstDay = day;
    if (day !== null && (lastDay === null || day > lastDay)) lastDay = day;
    if (amount === null) withoutAmount += 1;
    else added.set(own, plus(added.get(own) ?? NOTHING, amount));
    haveDecimals ||= amount !== null && amount.digits > 0;
  }
  return {
    count: list.length,
    withoutAmount,
    sums: [...added].map(([code, sum]) => ({ currency: code, sum })),
    firstDay,
    lastDay,
    haveDecimals,
    isStated: false,
    stated,
    slice: (from, to) => list.slice(from, to).map((entry) => transactionOf(entry, currency)),
  };
}

function transactionOf(entry: unknown, currency: string): Transaction {
  const sent: Members = isObject(entry) ? entry : {};
  const own = textOf(sent['transaction_currency']).toUpperCase();
  return {
    id: textOf(sent['transaction_id']),
    day: dayOf(sent['transaction_date']),
    type: textOf(sent['transaction_type']),
    status: textOf(sent['transaction_status']),
    settlesOn: dayOf(sent['transaction_settlement_date']),
    currency: own === '' ? currency : own,
    amount: decimalOf(sent['transaction_amount']),
  };
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value).trim();
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text;
}

function dayOf(value: unknown): string | null {
  const [day = null] = typeof value === 'string' ? (DAY.exec(value) ?? []) : [];
  // A browser turns 30 February into 2 March.
  const isReal = day !== null && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
  return isReal ? day : null;
}

/** Null if it is not a number, or if a whole number has lost digits on its way into the page. */
function decimalOf(value: unknown): Decimal | null {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return null;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  return whole === undefined
    ? null
    : { units: BigInt(`${sign}${whole}${fraction}`), digits: fraction.length };
}

const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;

/** The same number with more digits after the point. */
const scaled = ({ units, digits }: Decimal, to: number): bigint => units * 10n ** BigInt(to - digits);

const NOTHING: Decimal = { units: 0n, digits: 0 };

function plus(a: Decimal, b: Decimal): Decimal {
  const digits = Math.max(a.digits, b.digits);
  return { units: scaled(a, digits) + scaled(b, digits), digits };
}

/** An amount in minor units; null if the currency has no such amount, or is unknown. */
export function minorOf(amount: Decimal, currency: string, haveDecimals: boolean): bigint | null {
  if (!CURRENCY.test(currency)) return null;
  if (!haveDecimals) return amount.units;
  const digits = minorDigits(currency);
  return amount.digits > digits ? null : scaled(amount, digits);
}

/** An amount as money, or as it was sent if it is not an amount. */
export function shownAmount(amount: Decimal, currency: string, haveDecimals: boolean): string {
  const minor = minorOf(amount, currency, haveDecimals);
  if (minor !== null) return money(minor, currency);
  const digits = String(amount.units)
    .replace('-', '')
    .padStart(amount.digits + 1, '0');
  const point = digits.length - amount.digits;
  const fraction = amount.digits === 0 ? '' : `.${digits.slice(point)}`;
  return `${currency} ${amount.units < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}

/** The sum of transactions beside the requested amount, in words. */
export function besideRequest(sum: bigint, amount: number, currency: string): string {
  const asked = BigInt(amount);
  if (sum === asked) return `The sum is exactly the requested ${money(amount, currency)}.`;
  if (sum > asked)
    return `The sum is ${money(sum - asked, currency)} more than the requested ${money(amount, currency)}, which is ${(asked * 100n) / sum} % of it.`;
  return `The sum is ${money(asked - sum, currency)} less than the requested ${money(amount, currency)}: the transactions do not cover the request.`;
}
