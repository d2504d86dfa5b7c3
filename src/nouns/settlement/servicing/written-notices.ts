import { z } from 'zod';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { readEventData } from '../../../trail/record/event-data.ts';
import type { Fact, Facts } from './servicing.facts.ts';

/** What was written about a last day for the payment. */
type Notice = 'due_soon' | 'overdue';

/** The facts that move the last day for the payment, maybe back to one that has notices. */
const MOVES_DAY: readonly (keyof Facts)[] = ['correct', 'extend', 'holidays'];

/** The notices that a fact may meet again (`writtenNotices`). */
export const noticesBefore = (
  context: QueryContext,
  id: string,
  { kind }: Fact,
): Promise<ReadonlyMap<string, Notice>> | ReadonlyMap<string, Notice> =>
  MOVES_DAY.includes(kind) ? writtenNotices(context, id) : new Map();

/**
 * The last notice for each last day for the payment of a settlement. A day gets each notice only once, even if the
 * settlement had another last day meanwhile. The row knows only its present day, so this reads the events.
 */
export async function writtenNotices({ db }: QueryContext, id: string): Promise<ReadonlyMap<string, Notice>> {
  const events = await db
    .selectFrom('event')
    .select(['type', 'data'])
    .where('subject', '=', `funding/${id}`)
    .where('type', 'in', ['funding.due_soon', 'funding.overdue'])
    .orderBy('sequence')
    .execute();
  return new Map(
    events.flatMap(({ type, data }) => {
      const day = readEventData(About, data)?.pay_by;
      return day === undefined ? [] : [[day, type === 'funding.overdue' ? 'overdue' : 'due_soon'] as const];
    }),
  );
}

const About = z.looseObject({ pay_by: z.string() });
