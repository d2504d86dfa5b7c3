import type { Vault } from '../../engine/crypto/encryption.ts';
import { contentOfDecision } from './decision-content.ts';
import type { DecisionRow } from './decision-mac.ts';
import type { DecisionOrigin } from './keep-decision.ts';
import { FACTS, FACT_NAMES, type Facts } from './facts/facts.rules.ts';
import type { FactType, FactValue } from './facts/fact-row.ts';
import type { DecisionReason } from './reasons.rules.ts';

/** What underwriting can decide. */
export const OUTCOMES = {
  approve: 'It made an offer.',
  deny: 'It denied the request.',
} as const;
type DecisionOutcome = keyof typeof OUTCOMES;

/** A fact as operators read it. */
export interface FactView {
  readonly name: string;
  readonly type: FactType;
  /** A text as it is; anything else as JSON. Null if the fact was absent. */
  readonly value: string | null;
}

/** A decision as operators read it. */
export interface DecisionView {
  readonly decision_id: string;
  readonly funding_id: string;
  readonly outcome: DecisionOutcome;
  readonly origin: DecisionOrigin;
  readonly actor: string;
  readonly interest_rate: number | null;
  readonly reasons: readonly DecisionReason[];
  /** False for a decision of an earlier version. */
  readonly facts_kept: boolean;
  readonly facts: readonly FactView[];
  readonly created_at: string;
}

/** What is kept of a decision, for its view. */
type KeptView = Pick<DecisionView, 'interest_rate' | 'reasons' | 'facts_kept' | 'facts'>;

/** What a decision of an earlier version shows: it kept nothing. */
export const NOT_KEPT: KeptView = { interest_rate: null, reasons: [], facts_kept: false, facts: [] };

export function presentKept(row: DecisionRow, vault: Vault): KeptView {
  const { facts, interest_rate, reasons } = contentOfDecision(row, vault);
  return { interest_rate, reasons, facts_kept: true, facts: presentFacts(facts) };
}

const presentFacts = (facts: Facts): readonly FactView[] =>
  FACT_NAMES.map((name) => ({ name, type: FACTS[name].type, value: textOf(facts[name]) }));

const textOf = (value: FactValue | undefined): string | null => {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
