import { dayAt, daysAfter } from '../../../kernel/days.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { eventTypeOf } from '../settlement-events.rules.ts';
import { standingEntries, UNDOABLE } from './standing-entries.ts';

/** A due day is moved by a year at most; more would be another agreement. */
const EXTENSION_DAYS_MAX = 365;

interface Bounds {
  readonly from: string;
  readonly until: string;
}

/** Throws `parameter_invalid` if a day of the input is not within its bounds, both inclusive. */
export function requireDay(day: string, { from, until }: Bounds, member: string): void {
  if (day >= from && day <= until) return;
  throw refusal('parameter_invalid', `must be a day from ${from} to ${until}`, { path: [member] });
}

/** The days on which a payout may have been made: from the acceptance to today. */
export async function payoutDays({ db, now }: QueryContext, settlementId: string): Promise<Bounds> {
  const accepted = await db
    .selectFrom('event')
    .select('created_at')
    .where('subject', '=', `funding/${settlementId}`)
    .where('type', '=', eventTypeOf('accept'))
    .orderBy('sequence', 'desc')
    .executeTakeFirst();
  const until = dayAt(now);
  return { from: accepted === undefined ? until : dayAt(new Date(accepted.created_at)), until };
}

/**
 * The days to which a payout may be corrected: from the acceptance to the first day on which it was paid back, waived,
 * written off or refunded. Nothing that stands may be from before the payout.
 */
export async function correctionDays(context: QueryContext, settlementId: string): Promise<Bounds> {
  const { from, until } = await payoutDays(context, settlementId);
  const first = await firstRepaidOn(context, settlementId);
  const days = first === null ? [until] : [until, first];
  for (const kind of UNDOABLE)
    for (const { effective_on } of await standingEntries(context, settlementId, kind))
      days.push(effective_on);
  return { from, until: days.reduce((earliest, day) => (day < earliest ? day : earliest)) };
}

/** The day of the first repayment that was reported or received, and was no mistake; null if there is none. */
async function firstRepaidOn({ db }: QueryContext, settlementId: string): Promise<string | null> {
  const { first } = await db
    .selectFrom('repayment')
    .select((eb) => eb.fn.min('received_on').as('first'))
    .where('settlement_id', '=', settlementId)
    .where((eb) =>
      eb.or([eb('status', 'in', ['reported', 'received']), eb('reversal_kind', '=', 'returned')]),
    )
    .executeTakeFirstOrThrow();
  return first;
}

/** Throws `balance_insufficient` if a received repayment stands. */
export async function requireNoneReceived({ db }: QueryContext, settlementId: string): Promise<void> {
  const received = await db
    .selectFrom('repayment')
    .select('id')
    .where('settlement_id', '=', settlementId)
    .where('status', '=', 'received')
    .limit(1)
    .executeTakeFirst();
  if (received !== undefined)
    throw refusal('balance_insufficient', 'A received repayment stands; reverse it first.');
}

/** The days to which a due day may be moved. */
export const extensionDays = (dueOn: string, today: string): Bounds => ({
  from: daysAfter(dueOn >= today ? dueOn : daysAfter(today, -1), 1),
  until: daysAfter(today, EXTENSION_DAYS_MAX),
});
