import { timestamp } from '../../../kernel/clock.ts';
import { dayAt, paymentDays } from '../../../kernel/days.ts';
import { feeOf } from '../../../kernel/rate.ts';
import { forgedRow } from '../../../engine/crypto/row-mac.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import type { RecordedStep } from '../../../trail/record/proven-records.ts';
import type { NewEntry } from '../../ledger/entries.ts';
import { legsOf } from '../../ledger/entries.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import type { ProvenRow } from '../proven-settlements.ts';
import { NOTHING_YET } from './begin-servicing.ts';
import { presentRules } from './present-rules.ts';
import type { ServicingRules } from './servicing.facts.ts';
import {
  PROVEN_SERVICING,
  requireGenuineServicing,
  SERVICING_STEPS,
  servicingAad,
  type ServicingRow,
} from './servicing-mac.ts';

/** Statuses of settlements whose money was sent. */
export const SENT_STATUSES = ['funded', 'repaid'] as const;

/** A row that is not stored yet has no MAC. */
const UNSTORED = '';
export const isUnstored = ({ mac }: Pick<ServicingRow, 'mac'>): boolean => mac === UNSTORED;

/** The row of a settlement of an earlier version, and the entries that open its books. */
export interface Former {
  readonly row: ServicingRow;
  readonly entries: readonly NewEntry[];
}

/** Events of the trail about a settlement of an earlier version. */
interface Told {
  /** Whether it had a row at some time. Then its books were opened meanwhile, or it has lost its row. */
  readonly hadRow: boolean;
  readonly sentAt: string;
  /** Null unless it is repaid. */
  readonly repaidAt: string | null;
  /** The recorded events that count as steps of servicing. */
  readonly steps: number;
}

/**
 * What is owed for settlements whose money was sent by an earlier version, by id. It follows from their terms and their
 * trail. Other settlements are left out. If a settlement has lost its row, it is left out too, and its error goes to
 * `onLost`.
 */
export async function findFormer(
  context: QueryContext,
  settlements: readonly ProvenRow[],
  onLost: (error: Error) => void = refuse,
): Promise<ReadonlyMap<string, Former>> {
  const sent = settlements.filter(({ status }) => SENT_STATUSES.some((each) => each === status));
  if (sent.length === 0) return new Map();
  const told = await findTold(context, sent);
  const countries = await findCountries(context, sent);
  const provider = await findProviderToPost(context);
  const former = new Map<string, Former>();
  for (const settlement of sent) {
    const about = told.get(settlement.id);
    const country = countries.get(settlement.customer_id);
    if (about?.hadRow === true) {
      // Another transaction may have opened it since the caller looked.
      const row = await storedNow(context, settlement.id);
      if (row === null) onLost(forgedRow(servicingAad(settlement.id)));
      else former.set(settlement.id, { row, entries: [] });
      continue;
    }
    if (about === undefined || country === undefined) continue;
    const rules = presentRules(provider, context.now, { country, currency: settlement.currency });
    former.set(settlement.id, formerOf(context, settlement, { ...about, country, rules }));
  }
  return former;
}

function refuse(error: Error): never {
  throw error;
}

async function storedNow({ db, rowMacs }: QueryContext, id: string): Promise<ServicingRow | null> {
  const row = await db.selectFrom('servicing').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  requireGenuineServicing(rowMacs, row);
  return row;
}

interface Found extends Omit<Told, 'hadRow'> {
  readonly country: string;
  readonly rules: ServicingRules;
}

function formerOf(
  context: QueryContext,
  settlement: ProvenRow,
  { sentAt, repaidAt, steps, country, rules }: Found,
): Former {
  const { amount, currency, settlement_period: period_days } = settlement;
  const fundedOn = dayAt(new Date(sentAt));
  const fee = feeBefore(settlement);
  const { dueOn, payBy } = paymentDays(fundedOn, period_days, rules.holidays);
  const closedOn = repaidAt === null ? null : dayAt(new Date(repaidAt));
  const isEarned = closedOn !== null || rules.feeRecognition === 'at_disbursement' || fee === 0;
  const entries: NewEntry[] = [
    {
      kind: 'opening',
      effectiveOn: fundedOn,
      legs: legsOf(
        { principal_receivable: amount, fee_receivable: fee },
        { opening_balance: amount, [isEarned ? 'fee_income' : 'fee_unearned']: fee },
      ),
    },
  ];
  if (closedOn !== null) {
    const credits = { fee_receivable: fee, principal_receivable: amount };
    const legs = legsOf({ opening_balance: amount + fee }, credits);
    entries.push({ kind: 'opening', effectiveOn: closedOn, legs });
  }
  const now = timestamp(context.now);
  const row: ServicingRow = {
    ...NOTHING_YET,
    id: settlement.id,
    partner_id: settlement.partner_id,
    customer_id: settlement.customer_id,
    currency,
    country,
    amount,
    fee,
    period_days,
    repayment_order: settlement.repayment_order ?? 'fee_first',
    funded_on: fundedOn,
    due_on: dueOn,
    original_due_on: dueOn,
    pay_by: payBy,
    principal_outstanding: closedOn === null ? amount : 0,
    fee_outstanding: closedOn === null ? fee : 0,
    paid: closedOn === null ? 0 : amount + fee,
    fee_earned: isEarned ? fee : 0,
    fee_unearned: isEarned ? 0 : fee,
    earned_until: isEarned ? null : fundedOn,
    closed_on: closedOn,
    recorded_at: now,
    entries: entries.length,
    updated_at: now,
    steps: steps + 1,
    mac: UNSTORED,
  };
  return { row, entries };
}

/**
 * Earlier versions allowed an amount and a fee with a sum that is too large for a number of JSON. Then the fee is
 * reduced.
 */
const feeBefore = ({ fee, amount, interest_rate }: ProvenRow): number =>
  Math.min(fee ?? feeOf(amount, interest_rate), Number.MAX_SAFE_INTEGER - amount);

/** Whether there was a row at this event. */
const makesOrChangesRow = (event: Pick<RecordedStep, 'type' | 'data'>): boolean =>
  event.type !== 'funding.repaid' && PROVEN_SERVICING.makesRow?.(event) !== false;

async function findTold(
  { db }: QueryContext,
  settlements: readonly ProvenRow[],
): Promise<ReadonlyMap<string, Told>> {
  const rows = await db
    .selectFrom('event')
    .select(['subject', 'type', 'data', 'created_at'])
    .where(
      'subject',
      'in',
      settlements.map(({ id }) => `funding/${id}`),
    )
    .where('type', 'in', [...SERVICING_STEPS, 'funding.repaid'])
    .orderBy('subject')
    .orderBy('sequence')
    .execute();
  const bySubject = Map.groupBy(rows, ({ subject }) => subject);
  const told = new Map<string, Told>();
  for (const { id, status } of settlements) {
    const own = bySubject.get(`funding/${id}`) ?? [];
    const last = (type: string) => own.findLast((event) => event.type === type)?.created_at ?? null;
    const [sentAt, repaidAt] = [last('funding.disbursed'), last('funding.repaid')];
    if (sentAt === null || (status === 'repaid' && repaidAt === null)) continue;
    const steps = own.filter(({ type }) => type !== 'funding.repaid').length;
    const hadRow = own.some(makesOrChangesRow);
    told.set(id, { hadRow, sentAt, repaidAt: status === 'repaid' ? repaidAt : null, steps });
  }
  return told;
}

async function findCountries(
  { db }: QueryContext,
  settlements: readonly ProvenRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(settlements.map(({ customer_id }) => customer_id))];
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'company_country'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, company_country }) => [id, company_country]));
}
