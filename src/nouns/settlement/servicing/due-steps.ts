import type { Kysely, Selectable } from 'kysely';
import { timestamp } from '../../../kernel/clock.ts';
import { CURRENCIES } from '../../../kernel/currency.ts';
import { beginningOf, daysAfter, daysBetween, lastDayOfMonth } from '../../../kernel/days.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';
import { moveSettlement } from '../move-settlement.ts';
import { PROVEN_COLUMNS, requireGenuineSettlement } from '../proven-settlements.ts';
import { hasLapsed, readAsOf } from '../settlement.rules.ts';
import { changeServicing } from './change-servicing.ts';
import { findServicing } from './lock-servicing.ts';

/** Something that falls due with one settlement. */
interface DueStep {
  readonly at: Date;
  readonly kind: 'expire' | 'due_soon' | 'overdue' | 'earn';
  readonly fundingId: string;
}

interface DueOf {
  readonly partnerId: string;
  readonly from: Date;
  readonly until: Date;
  /** How many settlements are looked at. */
  readonly limit: number;
}

/**
 * What falls due with the settlements of a partner until a moment, in no order. What was due before `from` and is not
 * done yet is due at `from`.
 */
export async function dueSteps(db: Kysely<Tables>, of: DueOf): Promise<readonly DueStep[]> {
  const noticeDays = await noticeDaysOf(db, of.partnerId);
  const offers = await db
    .selectFrom('instant_settlement')
    .select(['id', 'offer_expires_at'])
    .where('partner_id', '=', of.partnerId)
    .where('status', '=', 'approved')
    .where('currency', 'in', CURRENCIES)
    .where('offer_expires_at', '<=', timestamp(of.until))
    .orderBy('offer_expires_at')
    .limit(of.limit)
    .execute();
  const rows = await openServicing(db, of);
  const steps = [
    ...offers.map(({ id, offer_expires_at: end }) => stepAt(new Date(end ?? 0), 'expire', id)),
    ...rows.flatMap((row) => [...noticesOf(row, noticeDays, of), ...monthsOf(row, of)]),
  ];
  return steps
    .filter(({ at }) => at <= of.until)
    .map((step) => (step.at < of.from ? { ...step, at: of.from } : step));
}

const stepAt = (at: Date, kind: DueStep['kind'], fundingId: string): DueStep => ({ at, kind, fundingId });

const OPEN_COLUMNS = [
  'id',
  'pay_by',
  'notice',
  'closed_on',
  'written_off_on',
  'funded_on',
  'period_days',
  'earned_until',
  'fee_unearned',
  'principal_outstanding',
  'fee_outstanding',
  'refund_receivable',
] as const;

type OpenRow = Pick<Selectable<Tables['servicing']>, (typeof OPEN_COLUMNS)[number]>;

const openServicing = (db: Kysely<Tables>, { partnerId, limit }: DueOf): Promise<readonly OpenRow[]> =>
  db
    .selectFrom('servicing')
    .select(OPEN_COLUMNS)
    .where('partner_id', '=', partnerId)
    .where((eb) => eb.or([eb('closed_on', 'is', null), eb('fee_unearned', '>', 0)]))
    .orderBy('id')
    .limit(limit)
    .execute();

async function noticeDaysOf(db: Kysely<Tables>, partnerId: string): Promise<number> {
  const partner = db.selectFrom('partner').select('due_notice_days').where('id', '=', partnerId);
  return (await partner.executeTakeFirst())?.due_notice_days ?? 0;
}

const isOwed = (row: OpenRow): boolean =>
  row.closed_on === null &&
  row.written_off_on === null &&
  row.principal_outstanding + row.fee_outstanding + row.refund_receivable > 0;

/** The notices that were not written yet. A settlement that is overdue already gets no notice that it is due soon. */
function noticesOf(row: OpenRow, noticeDays: number, { from }: DueOf): readonly DueStep[] {
  if (!isOwed(row) || row.notice === 'overdue') return [];
  const overdue = stepAt(beginningOf(daysAfter(row.pay_by, 1)), 'overdue', row.id);
  if (row.notice === 'due_soon' || overdue.at <= from) return [overdue];
  return [stepAt(beginningOf(daysAfter(row.pay_by, -noticeDays)), 'due_soon', row.id), overdue];
}

/** The last days of months on which the fee is earned. */
function monthsOf(row: OpenRow, { until }: DueOf): readonly DueStep[] {
  const steps: DueStep[] = [];
  for (let day = row.earned_until; row.fee_unearned > 0 && day !== null;) {
    day = lastDayOfMonth(daysAfter(day, 1));
    const at = beginningOf(day);
    if (at > until) break;
    steps.push(stepAt(at, 'earn', row.id));
    if (daysBetween(row.funded_on, day) >= row.period_days) break;
  }
  return steps;
}

/** Does what falls due at the time of the context, unless another change has made it void. */
export async function runDueStep(context: CommandContext, { kind, fundingId }: DueStep): Promise<void> {
  const settlement = await context.db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select('mac')
    .where('id', '=', fundingId)
    .$call(lockRows(context))
    .executeTakeFirst();
  if (settlement === undefined) return;
  if (kind === 'expire') {
    if (!hasLapsed(settlement, context.now)) return;
    const { denial_reason, updated_at } = readAsOf(settlement, context.now);
    await moveSettlement(context, settlement, [{ event: 'expire', change: { denial_reason, updated_at } }]);
    return;
  }
  requireGenuineSettlement(context.rowMacs, settlement);
  const servicing = await findServicing(context, fundingId);
  if (servicing === null) return;
  const noticeDays = await noticeDaysOf(context.db, servicing.partner_id);
  const asOf = { partnerId: servicing.partner_id, from: context.now, until: context.now, limit: 1 };
  const due = kind === 'earn' ? monthsOf(servicing, asOf) : noticesOf(servicing, noticeDays, asOf);
  if (!due.some((step) => step.kind === kind && step.at <= context.now)) return;
  const fact = kind === 'earn' ? ({ kind } as const) : ({ kind: 'notice', notice: kind } as const);
  await changeServicing(context, { settlement, servicing }, fact);
}
