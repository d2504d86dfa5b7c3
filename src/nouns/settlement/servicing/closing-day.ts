import type { QueryContext } from '../../../pipeline/operation.ts';
import type { EntryKind } from '../../ledger/entries.ts';
import { applyFact } from './apply-fact.ts';
import type { Change, Fact, ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';
import { standingEntries } from './standing-entries.ts';

/** The kinds of entries by which less is owed. */
const PAID_BY: readonly EntryKind[] = ['repayment', 'recovery', 'waiver'];

/**
 * What a fact changes, with the day on which it closes. Repayments may be recorded in another order than they came: then
 * the settlement closes on the last day of all that stand, and not on the day of the one that was recorded last.
 */
export async function applyFactInOrder(
  context: QueryContext,
  before: ServicingRow,
  fact: Fact,
  rules: ServicingRules,
): Promise<Change> {
  const change = applyFact(before, fact, rules);
  const isLate = fact.kind === 'repayment' && fact.effectiveOn < rules.today;
  if (!isLate || change.move !== 'repay') return change;
  return applyFact(before, fact, { ...rules, paidUntil: await lastPaidOn(context, before.id) });
}

/** The last day on which something was paid or waived that stands; null if nothing was. */
async function lastPaidOn(context: QueryContext, settlementId: string): Promise<string | null> {
  let last: string | null = null;
  for (const kind of PAID_BY)
    for (const { effective_on: day } of await standingEntries(context, settlementId, kind))
      if (last === null || day > last) last = day;
  return last;
}
