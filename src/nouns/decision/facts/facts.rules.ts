import { wordsOf } from '../../../kernel/words.ts';
import { BEFORE_FACTS } from './before.facts.ts';
import type { FactSources, FactValue } from './fact-row.ts';
import { REQUEST_FACTS } from './request.facts.ts';
import { TRANSACTION_FACTS } from './transaction.facts.ts';

/**
 * Every fact of a decision. Nothing else is read at the time of a decision. There are no names, identity numbers or
 * texts of persons among them.
 */
export const FACTS = { ...REQUEST_FACTS, ...BEFORE_FACTS, ...TRANSACTION_FACTS };
export type FactName = keyof typeof FACTS;

export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name);
export const FACT_NAMES = wordsOf(FACTS);

/** The facts of a decision by name. An absent fact is not in it. */
export type Facts = Readonly<Partial<Record<FactName, FactValue>>>;

/** Computes every fact. */
export function factsOf(sources: FactSources): Facts {
  const facts: Partial<Record<FactName, FactValue>> = {};
  for (const name of FACT_NAMES) {
    const { of }: { readonly of: (from: FactSources) => FactValue | null } = FACTS[name];
    const value = of(sources);
    // Decisions keep facts as JSON, which has no negative zero. So the same facts are evaluated alike later.
    if (value !== null) facts[name] = value === 0 ? 0 : value;
  }
  return facts;
}
