import { day, label, money, percent, words } from './format.ts';
import { Raw } from './parts.tsx';
import type { Asked } from './asked-here.ts';

/** Members whose value is one of a few words of the gateway; other texts are shown as they were typed. */
const CODES = new Set(
  'account_rates code fee_recognition kind operation queue repayment_order review role rule source unknown_input'.split(
    ' ',
  ),
);
const RATES = new Set(['default', 'interest_rate', 'rate']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Characters of one value beside its name. A longer one has a part of its own that scrolls. */
const VALUE_LENGTH_MAX = 400;

type Currency = string | null;
type Line = readonly [name: string, value: string];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inWords(name: string, value: unknown, currency: Currency): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (RATES.has(name)) return percent(value);
    return name === 'amount' && currency !== null ? money(value, currency) : String(value);
  }
  if (typeof value === 'string') {
    if (CODES.has(name)) return words(value);
    return DAY.test(value) ? day(value) : value;
  }
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((item) => inWords(name, item, currency)).join('; ');
  return isRecord(value) ? recordInWords(value, currency) : String(value);
}

/** A row of a list, such as an amount with its currency. */
function recordInWords(row: Readonly<Record<string, unknown>>, outer: Currency): string {
  const own = row['currency'];
  const currency = typeof own === 'string' ? own : outer;
  return Object.entries(row)
    .filter(([name, value]) => value != null && !(name === 'currency' && 'amount' in row))
    .map(([name, value]) =>
      name === 'amount'
        ? inWords(name, value, currency)
        : `${label(name)}: ${inWords(name, value, currency)}`,
    )
    .join(', ');
}

/** Each member with a value. An absent member keeps what is there. */
const linesOf = (input: Readonly<Record<string, unknown>>, currency: Currency): readonly Line[] =>
  Object.entries(input)
    .filter(([, value]) => value != null)
    .map(([name, value]) => [label(name), inWords(name, value, currency)] as const);

/** What the first person sent, in plain words. */
export function InputInWords({ of: { input, amounts } }: { of: Pick<Asked, 'input' | 'amounts'> }) {
  if (!isRecord(input))
    return <p>What was sent is too long to show. Compare the file, and send it yourself to approve it.</p>;
  const [only, ...others] = amounts;
  const lines = linesOf(input, others.length === 0 ? (only?.currency ?? null) : null);
  if (lines.length === 0) return <p class="faint">Nothing else was typed.</p>;
  return (
    <dl class="asked-input">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value.length > VALUE_LENGTH_MAX ? <Raw name={name}>{value}</Raw> : <bdi>{value}</bdi>}</dd>
        </div>
      ))}
    </dl>
  );
}
