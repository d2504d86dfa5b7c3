import type { Vault } from '../../engine/crypto/encryption.ts';
import { contentOfDecision } from './decision-content.ts';
import type { DecisionRow } from './decision-mac.ts';
import type { DecisionOrigin } from './keep-decision.ts';
import { FACTS, FACT_NAMES, type FactName, type Facts } from './facts/facts.rules.ts';
import type { FactType, FactValue } from './facts/fact-row.ts';
import type { Evaluation } from './evaluation.rules.ts';
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
  /** What came out of the live policy, if it decided or advised. */
  readonly policy: EvaluationView | null;
  readonly shadow: EvaluationView | null;
  readonly override: string | null;
  readonly created_at: string;
}

/** A evaluation, and the facts on which it was made. */
export interface EvaluationView extends Evaluation {
  readonly facts: Facts;
}

/** What is kept of a decision, for its view. */
type KeptView = Pick<
  DecisionView,
  'interest_rate' | 'reasons' | 'facts_kept' | 'facts' | 'policy' | 'shadow' | 'override'
>;

/** What a decision of an earlier version shows: it kept nothing. */
export const NOT_KEPT: KeptView = {
  interest_rate: null,
  reasons: [],
  facts_kept: false,
  facts: [],
  policy: null,
  shadow: null,
  override: null,
};

export function presentKept(row: DecisionRow, vault: Vault): KeptView {
  const { facts, interest_rate, reasons, policy, shadow, override = null } = contentOfDecision(row, vault);
  const evaluated = (evaluation: Evaluation | undefined) => (evaluation ? { ...evaluation, facts } : null);
  return {
    interest_rate,
    reasons,
    facts_kept: true,
    facts: presentFacts(facts),
    policy: evaluated(policy),
    shadow: evaluated(shadow),
    override,
  };
}

/** Facts as operators read them, in the order of the table: all of them, or only the named ones. */
export const presentFacts = (facts: Facts, names: readonly FactName[] = FACT_NAMES): readonly FactView[] =>
  names.map((name) => ({ name, type: FACTS[name].type, value: textOf(facts[name]) }));

const textOf = (value: FactValue | undefined): string | null => {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
