import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dayAt, daysAfter } from '../../kernel/days.ts';
import type { Policy } from '../../pipeline/operation-context.ts';
import { DUE_NOTICE_DAYS_MAX } from '../partner/partner.input.ts';
import type { ServicingState } from './servicing-states.rules.ts';

/** A payout that the bank sent back is not owed; then nothing is outstanding, and the settlement is not closed. */
export const IS_SENT = sql<SqlBool>`(closed_on is not null or written_off_on is not null
  or principal_outstanding + fee_outstanding + refund_receivable > 0)`;

const IS_OPEN = sql<SqlBool>`closed_on is null and written_off_on is null`;

/** When and where a condition is read. */
export interface ConditionAt {
  readonly now: Date;
  readonly policy: Pick<Policy, 'sandbox'>;
}

/**
 * The state of a row as `servicingStateOf` tells it. In a sandbox a list may have rows of partners whose clocks are ahead
 * of `now`. What their clocks caused is written in the row.
 */
export function conditionOf(state: ServicingState, { now, policy }: ConditionAt): RawBuilder<SqlBool> {
  const today = dayAt(now);
  // A notice that was written stays if the clock is set back. The bound lets an index serve the condition.
  const bound = policy.sandbox ? LATEST_DAY : daysAfter(today, DUE_NOTICE_DAYS_MAX);
  const isOverdue = sql<SqlBool>`(pay_by < ${today} or notice = 'overdue')`;
  const isNear = sql<SqlBool>`(pay_by <= ${noticeBound(today)} or notice = 'due_soon')`;
  switch (state) {
    case 'written_off':
      return sql<SqlBool>`written_off_on is not null`;
    case 'settled':
      return sql<SqlBool>`closed_on is not null and written_off_on is null`;
    case 'overdue':
      return sql<SqlBool>`${IS_OPEN} and pay_by <= ${bound} and ${isOverdue}`;
    case 'due_soon':
      return sql<SqlBool>`${IS_OPEN} and pay_by <= ${bound} and not ${isOverdue} and ${isNear}`;
    case 'current':
      return sql<SqlBool>`${IS_OPEN} and not ${isOverdue} and not ${isNear}`;
  }
}

/** Later than any day of a settlement. */
const LATEST_DAY = '9999-12-31';

/** The last day that is near, by the setting of the partner of a row. Days are texts, so each setting has its own. */
function noticeBound(today: string): RawBuilder<string> {
  const cases = Array.from(
    { length: DUE_NOTICE_DAYS_MAX + 1 },
    (_, days) => sql`when ${sql.lit(days)} then ${daysAfter(today, days)}`,
  );
  return sql<string>`(select case due_notice_days ${sql.join(cases, sql` `)} end
    from partner where partner.id = servicing.partner_id)`;
}
