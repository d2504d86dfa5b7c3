import { DamageError, valueOrDamage } from '../../kernel/damage.ts';
import { mapPage } from '../../kernel/page.ts';
import { countOfMany } from '../../engine/sql/many-rows.ts';
import { defineRealTimeQuery, type QueryContext } from '../../pipeline/operation.ts';
import { findPage } from '../../pipeline/rows/find-page.ts';
import { contentOfDecision } from '../decision/decision-content.ts';
import { DECISION_COLUMNS, type DecisionRow, isGenuineDecision } from '../decision/decision-mac.ts';
import type { EvaluationView } from '../decision/decision.present.ts';
import { readPolicyOnce } from './find-policies.ts';
import type { PolicyContent } from './policy.present.ts';
import { evaluate } from './policy.rules.ts';
import { findTrial } from './find-trials.ts';
import type { TrialRow } from './trial-mac.ts';
import { ListTrialCasesInput } from './trial.input.ts';
import { contentOfTrial } from './trial.present.ts';
import { type Kept, keptOf } from './trial.rules.ts';

type TrialIds = { readonly trial_id: string };

/** What a version says in a trial, with the rules that it had then. */
interface TriedEvaluation extends EvaluationView {
  readonly ruleset: PolicyContent['rules'];
}

/** A decision that a trial would have made otherwise. */
export interface TrialCaseView {
  readonly decision_id: string;
  readonly funding_id: string;
  readonly partner_id: string;
  readonly kept: Kept;
  readonly decided_at: string;
  readonly amount: number | null;
  readonly currency: string | null;
  /** Null if the decision or the trial cannot be read any more. */
  readonly evaluation: TriedEvaluation | null;
}

/** The decisions that a trial would have made otherwise, newest first, with the values that its rules read. */
export const listTrialCases = defineRealTimeQuery({
  name: 'listTrialCases',
  readsMany: true,
  roles: ['operator'],
  input: ListTrialCasesInput,
  locate: (context, { trial_id }: TrialIds) => findTrial(context, trial_id),
  async run(context, { input, subject: trial }) {
    const cases = context.db.selectFrom('policy_trial_case').select('id').where('trial_id', '=', trial.id);
    const page = await findPage(cases, input);
    const decisions = await decisionsById(
      context,
      page.rows.map(({ id }) => id),
    );
    const content = valueOrDamage(() => contentOfTrial(trial, context.vault));
    const shown = (row: DecisionRow) =>
      presentCase(context, row, content instanceof DamageError ? null : { trial, content });
    const found = mapPage(page, ({ id }) => decisions.get(id));
    // A sandbox removes the decisions of ended partners.
    return { ...found, rows: found.rows.flatMap((row) => (row === undefined ? [] : [shown(row)])) };
  },
});

export const countTrialCases = defineRealTimeQuery({
  name: 'countTrialCases',
  readsMany: true,
  roles: ['operator'],
  locate: (context, { trial_id }: TrialIds) => findTrial(context, trial_id),
  run: ({ db }, { subject }): Promise<number> =>
    countOfMany(db.selectFrom('policy_trial_case').where('trial_id', '=', subject.id)),
});

async function decisionsById(
  { db }: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DecisionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('decision').select(DECISION_COLUMNS).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface Tried {
  readonly trial: TrialRow;
  readonly content: PolicyContent;
}

function presentCase({ rowMacs, vault }: QueryContext, row: DecisionRow, tried: Tried | null): TrialCaseView {
  const about = {
    decision_id: row.id,
    funding_id: row.settlement_id,
    partner_id: row.partner_id,
    kept: keptOf(row),
    decided_at: row.created_at,
  };
  const kept = isGenuineDecision(rowMacs, row) ? valueOrDamage(() => contentOfDecision(row, vault)) : null;
  if (kept === null || kept instanceof DamageError || tried === null)
    return { ...about, amount: null, currency: null, evaluation: null };
  const { facts } = kept;
  const { trial, content } = tried;
  const evaluation = evaluate(
    readPolicyOnce(trial.hash, () => content),
    facts,
  );
  return {
    ...about,
    amount: typeof facts.amount === 'number' ? facts.amount : null,
    currency: typeof facts.currency === 'string' ? facts.currency : null,
    evaluation: {
      ...evaluation,
      policy_id: trial.policy_id,
      hash: trial.hash,
      facts,
      ruleset: content.rules,
    },
  };
}
