import { expressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { readEventData } from '../../trail/record/event-data.ts';
import type { RecordedStep } from '../../trail/record/proven-records.ts';
import { isStep, recordedStepsOf } from '../../trail/record/recorded-steps.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { OperatorRow } from './operator.present.ts';

const SUBJECT = sql<string>`'operator/' || operator.id`;

/**
 * The facts about an operator in the trail: the number of its `disabled` events, and the last event data with its
 * scopes.
 */
interface OperatorHistory {
  readonly disablings: number | string | bigint | null;
  readonly given: string | null;
}

/** The two columns of `OperatorHistory`, for a statement that reads operators. */
export const operatorHistory = () =>
  [
    recordedStepsOf(SUBJECT, ['operator.disabled']).as('disablings'),
    expressionBuilder<Tables>()
      .selectFrom('event')
      .select('event.data')
      .where(isStep(SUBJECT, ['operator.created', 'operator.updated']))
      .where('event.data', 'like', '%"scopes"%')
      .orderBy('event.sequence', 'desc')
      .limit(1)
      .as('given'),
  ] as const;

/** The same facts, from a list of the operator's events. */
export const historyIn = (steps: readonly RecordedStep[]): OperatorHistory => ({
  disablings: steps.filter(({ type }) => type === 'operator.disabled').length,
  given:
    steps.findLast(({ type, data }) => type !== 'operator.disabled' && data.includes('"scopes"'))?.data ??
    null,
});

/** The data of an event with the operator's new scopes. */
export const Given = z.looseObject({ scopes: z.array(z.string()) });

/**
 * The end of a sentence that says how an operator contradicts its history; null if they agree. A row that was set back
 * to an older version has the valid MAC of that version. So only the trail shows that the person was disabled since, or
 * has other scopes.
 */
export function operatorHistoryFault(
  { disabled_at, scopes }: Pick<OperatorRow, 'disabled_at' | 'scopes'>,
  { disablings, given }: OperatorHistory,
): string | null {
  const isDisabled = Number(disablings) > 0;
  if (isDisabled !== (disabled_at !== null))
    return isDisabled ? 'was disabled by an event, and still has access' : 'is disabled without an event';
  if (given === null) return null;
  const last = readEventData(Given, given);
  if (last === null) return 'has an event that cannot be read';
  return last.scopes.join(',') === scopes ? null : 'has other scopes than its last event gave it';
}
