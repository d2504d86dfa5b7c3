import { dayAt, daysAfter } from '../../../kernel/days.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { EntryKind } from '../../ledger/entries.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { eventTypeOf } from '../settlement-events.rules.ts';
import type { ServicingRow } from './servicing-mac.ts';
import { entriesSincePayout } from './standing-entries.ts';

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
 * The days to which a payout may be corrected: from the acceptance to the first day on which something was paid back,
 * waived, written off or refunded. So nothing is older than the payout. An entry that was undone on its own day was a
 * mistake, and does not count.
 */
export async function correctionDays(
  context: QueryContext,
  { id, funded_on }: Pick<ServicingRow, 'id' | 'funded_on'>,
): Promise<Bounds> {
  const { from, until } = await payoutDays(context, id);
  const entries = await entriesSincePayout(context, id);
  const undoneOn = new Map(entries.map(({ mirrors, effective_on }) => [mirrors, effective_on]));
  const facts = entries.filter(
    (entry) => BINDING.includes(entry.kind) && undoneOn.get(entry.id) !== entry.effective_on,
  );
  const reported = await firstReportedOn(context, { id, funded_on });
  const days = [
    until,
    ...facts.map(({ effective_on }) => effective_on),
    ...(reported === null ? [] : [reported]),
  ];
  return { from, until: days.reduce((earliest, day) => (day < earliest ? day : earliest)) };
}

/** The kinds of entries that cannot be older than the payout. */
const BINDING: readonly string[] = [
  'repayment',
  'recovery',
  'waiver',
  'write_off',
  'refund',
] satisfies readonly EntryKind[];

/** The day of the first report that waits, so that it can be confirmed as it is. */
async function firstReportedOn(
  { db }: QueryContext,
  { id, funded_on }: Pick<ServicingRow, 'id' | 'funded_on'>,
): Promise<string | null> {
  const { first } = await db
    .selectFrom('repayment')
    .select((eb) => eb.fn.min('received_on').as('first'))
    .where('settlement_id', '=', id)
    .where('status', '=', 'reported')
    // An earlier report is older than the return of the money by the bank.
    .where('received_on', '>=', funded_on)
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
