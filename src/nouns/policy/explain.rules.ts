import { decimalAmount, isCurrency } from '../../kernel/currency.ts';
import { percentOf } from '../../kernel/rate.ts';
import { FACTS, type FactName, type Facts } from '../decision/facts/facts.rules.ts';
import type { Condition } from './cel.ts';
import type { Comparison, Relation } from './cel-comparisons.ts';

/** The most sentences about one rule. A longer list explains nothing. */
export const SENTENCES_MAX = 12;

/** Characters of a condition in a sentence about facts that it computes with. A longer one is cut. */
const CONDITION_SHOWN = 120;

/**
 * What a condition compared, in sentences such as `chargeback rate 6 % is above 5 %`. The last one has the values of the
 * facts that it only computes with, so that no fact is missing.
 */
export function explained(
  { mentions, comparisons }: Condition,
  facts: Facts,
  text: string,
): readonly string[] {
  const sentences = new Set(comparisons.map((comparison) => sentence(comparison, facts)));
  const compared = new Set<FactName>(['currency', ...comparisons.map(({ fact }) => fact)]);
  const others = mentions.filter((fact) => !compared.has(fact) && FACTS[fact].type !== 'names');
  const computed = others.map((fact) => valueInWords(fact, facts)).join(', ');
  const end = text.length > CONDITION_SHOWN ? '…' : '';
  return [
    ...[...sentences].slice(0, SENTENCES_MAX - 1),
    ...(computed === '' ? [] : [`${computed} in ${text.slice(0, CONDITION_SHOWN)}${end}`]),
  ];
}

const labelOf = (fact: FactName): string => fact.replace('tx.', 'transactions ').replaceAll('_', ' ');

function valueInWords(fact: FactName, facts: Facts): string {
  const currency = currencyOf(fact, null, facts);
  const value = valueOf(fact, currency, facts);
  return value === null ? `${labelOf(fact)} is absent` : `${labelOf(fact)} ${shown(fact, value, currency)}`;
}

/** How each relation reads if it holds, and if it does not. */
const READS: Readonly<Record<Exclude<Relation, 'has'>, readonly [string, string]>> = {
  '>': ['is above', 'is not above'],
  '>=': ['is at least', 'is below'],
  '<': ['is below', 'is not below'],
  '<=': ['is at most', 'is above'],
  '==': ['is', 'is not'],
  '!=': ['is not', 'is'],
  in: ['is one of', 'is none of'],
};

const HOLDS: Readonly<
  Record<
    Exclude<Relation, 'has' | 'in'>,
    (a: string | number | boolean, b: string | number | boolean) => boolean
  >
> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

function sentence({ fact, currency: named, relation, values }: Comparison, facts: Facts): string {
  const currency = currencyOf(fact, named, facts);
  const label = labelOf(fact);
  if (relation === 'has') return saysWhether(fact, label, values, facts);
  const value = valueOf(fact, currency, facts);
  if (value === null) return `${label} is absent`;
  if (typeof value === 'boolean') return `${label}: ${value ? 'yes' : 'no'}`;
  const [first = ''] = values;
  const holds = relation === 'in' ? values.includes(value) : HOLDS[relation](value, first);
  const reads = wordsFor(value, READS[relation][holds ? 0 : 1]);
  const limits = values.map((each) => shown(fact, each, currency)).join(', ');
  const isSame = reads === 'is' && value === first;
  return isSame ? `${label} is ${limits}` : `${label} ${shown(fact, value, currency)} ${reads} ${limits}`;
}

/** Days are texts. */
const wordsFor = (value: string | number, reads: string): string =>
  typeof value === 'string' ? reads.replace('above', 'after').replace('below', 'before') : reads;

function saysWhether(fact: FactName, label: string, values: Comparison['values'], facts: Facts): string {
  const [name] = values;
  const known = facts[fact];
  if (typeof name !== 'string') return known === undefined ? `${label} is absent` : `${label} is there`;
  if (known === undefined) return 'the names of transactions are absent';
  return `transactions have ${Array.isArray(known) && known.includes(name) ? '' : 'no '}${name}`;
}

/** The currency of an amount: as the condition names it, or that of the request. */
function currencyOf(fact: FactName, named: string | null, facts: Facts): string | null {
  const currency = named === null || named === 'currency' ? facts.currency : named;
  const isAmount = FACTS[fact].type === 'amounts' || AMOUNTS.has(fact);
  return isAmount && typeof currency === 'string' && isCurrency(currency) ? currency : null;
}

/** Facts in minor units of the currency of the request. */
const AMOUNTS: ReadonlySet<FactName> = new Set(['amount', 'tx.total']);

/** Null if the fact is absent. */
function valueOf(fact: FactName, currency: string | null, facts: Facts): string | number | boolean | null {
  const value = facts[fact];
  if (value === undefined || Array.isArray(value)) return null;
  if (typeof value !== 'object') return value;
  return currency === null ? null : Number(Reflect.get(value, currency) ?? 0);
}

function shown(fact: FactName, value: string | number | boolean, currency: string | null): string {
  if (typeof value !== 'number') return String(value);
  if (fact.includes('rate')) return `${percentOf(value)} %`;
  return currency === null ? String(value) : `${currency} ${grouped(decimalAmount(value, currency))}`;
}

const GROUPED = new Intl.NumberFormat('en');

/** `1234567.00` as `1,234,567.00`. */
function grouped(decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.');
  return [GROUPED.format(BigInt(whole)), ...fraction].join('.');
}
