import { CURRENCIES } from '../../kernel/currency.ts';
import { FACTS, type FactName, type Facts, isFactName } from '../decision/facts/facts.rules.ts';
import type { FactType } from '../decision/facts/fact-row.ts';

/** The facts whose names begin with it and a dot are members of a variable of this name. */
export const GROUP = 'tx';

/** The values of facts as CEL has them: whole numbers as `bigint`, and an amount for each currency. */
export function valuesOf(facts: Facts): Readonly<Record<string, unknown>> {
  const known = converted.get(facts);
  if (known !== undefined) return known;
  const values: Record<string, unknown> = {};
  const group: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (!isFactName(name)) continue;
    const { type } = FACTS[name];
    if (name.startsWith(`${GROUP}.`)) group[name.slice(GROUP.length + 1)] = celOf(type, value);
    else values[name] = celOf(type, value);
  }
  values[GROUP] = group;
  converted.set(facts, values);
  return values;
}

/** All rules of a policy are evaluated on the same facts. */
const converted = new WeakMap<Facts, Readonly<Record<string, unknown>>>();

function celOf(type: FactType, value: Facts[FactName]): unknown {
  if (type === 'int' && typeof value === 'number') return BigInt(value);
  if (type === 'names' && Array.isArray(value)) return new Map(value.map((name) => [name, true]));
  if (type === 'amounts' && typeof value === 'object')
    return new Map(
      CURRENCIES.map((currency) => [currency, BigInt(Number(Reflect.get(value, currency) ?? 0))]),
    );
  return value;
}
