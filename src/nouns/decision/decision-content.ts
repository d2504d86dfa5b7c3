import { z } from 'zod';
import { DamageError } from '../../kernel/damage.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import { decisionContentAad, decisionPlace, type DecisionRow } from './decision-mac.ts';
import { type FactName, type Facts, isFactName } from './facts/facts.rules.ts';
import type { FactValue } from './facts/fact-row.ts';
import { Evaluation } from './evaluation.rules.ts';
import { isDecisionReason } from './reasons.rules.ts';

const Value = z.union([
  z.number(),
  z.string(),
  z.boolean(),
  z.array(z.string()),
  z.record(z.string(), z.number()),
]);

/** What a decision keeps. It is stored as JSON, encrypted. */
const DecisionContent = z.strictObject({
  facts: z.record(z.string(), Value),
  /** The rate of the offer; null for a denial. */
  interest_rate: z.number().nullable(),
  /** Why it was denied, the heaviest reason first. */
  reasons: z.array(z.string().refine(isDecisionReason)),
  /** What the live policy said, if it decided or advised. */
  policy: Evaluation.optional(),
  /** What the shadow policy said. */
  shadow: Evaluation.optional(),
  /** Why a person decided otherwise than the policy advised. */
  override: z.string().optional(),
});
export type DecisionContent = Omit<z.output<typeof DecisionContent>, 'facts'> & { readonly facts: Facts };

/** Reads the content of a decision. Throws a `DamageError` if it cannot be read. */
export function contentOfDecision(row: Pick<DecisionRow, 'id' | 'content'>, vault: Vault): DecisionContent {
  const read = DecisionContent.safeParse(JSON.parse(vault.decrypt(row.content, decisionContentAad(row.id))));
  if (!read.success) throw new DamageError('A decision cannot be read.', decisionPlace(row.id));
  return { ...read.data, facts: knownFacts(read.data.facts) };
}

/** The facts that this version knows. */
function knownFacts(stored: Readonly<Record<string, FactValue>>): Facts {
  const facts: Partial<Record<FactName, FactValue>> = {};
  for (const [name, value] of Object.entries(stored)) if (isFactName(name)) facts[name] = value;
  return facts;
}
