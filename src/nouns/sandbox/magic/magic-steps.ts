import { secondsLater, timestamp } from '../../../kernel/clock.ts';
import { beginningOf, dayAt, daysAfter } from '../../../kernel/days.ts';
import type { CommandContext, QueryContext } from '../../../pipeline/operation.ts';
import { recordRepayment, reverseRepayment } from '../../repayment/receipt.operations.ts';
import { magicOf } from '../../settlement/magic-amounts.rules.ts';
import { lockServiced } from '../../settlement/servicing/lock-servicing.ts';
import { requestAnyDocument } from '../play/kyc-play.operations.ts';
import { playAs } from '../play/play-as.ts';
import { playSettlement, REASON, SETTLEMENT_PLAYS } from '../play/settlement-plays.ts';
import { type MagicRow, magicRows, partReference } from './magic-rows.ts';

/** The time from a request for funding to its first step, and from a request for a document to the payout. */
const STEP_SECONDS = 60;

type MagicKind = 'withdraw' | 'revoke' | 'disburse' | 'ask' | 'repay' | 'return';

/** The next step of a settlement with a magic amount. */
interface MagicStep {
  readonly at: Date;
  readonly kind: MagicKind;
  readonly row: MagicRow;
}

interface Until {
  readonly partnerId: string;
  readonly fundingId?: string;
  readonly until: Date;
  /** How many settlements are looked at. */
  readonly limit: number;
}

/** The next step of each settlement with a magic amount, if it is due until a moment. In no order. */
export async function magicSteps(
  context: Pick<QueryContext, 'db' | 'referenceHash'>,
  { until, ...asked }: Until,
): Promise<readonly MagicStep[]> {
  const rows = await magicRows(context, asked);
  return rows.flatMap((row) => nextOf(row) ?? []).filter(({ at }) => at <= until);
}

/** The next step of a settlement; null if none follows, or if it waits for something else than time. */
function nextOf(row: MagicRow): MagicStep | null {
  const magic = magicOf(row.amount);
  const step = (kind: MagicKind, at: Date): MagicStep => ({ at, kind, row });
  const { funded_on: fundedOn, status } = row;
  const minute = afterSeconds(row, STEP_SECONDS);
  if (status === 'approved')
    return magic?.follows === 'withdraw' && timestamp(minute) < (row.offer_expires_at ?? '')
      ? step('withdraw', minute)
      : null;
  if (status === 'accepted' && magic?.follows === 'revoke') return step('revoke', minute);
  if (status === 'accepted' && magic?.follows === 'disburse') return payoutOf(row, step);
  if (fundedOn === null || magic?.repaidIn === undefined) return null;
  const morning = (day: number) => beginningOf(daysAfter(fundedOn, day));
  const isPaid = row.paid >= magic.repaidIn || row.outstanding === 0;
  if (!isPaid) return step('repay', morning(row.paid + 1));
  return row.returnable === null || magic.returned === undefined
    ? null
    : step('return', morning(magic.returned.day));
}

function payoutOf(row: MagicRow, step: (kind: MagicKind, at: Date) => MagicStep): MagicStep | null {
  const first = afterSeconds(row, STEP_SECONDS);
  const asks = magicOf(row.amount)?.asksForDocument === true;
  if (asks && (row.asked_at ?? '') < timestamp(first)) return step('ask', first);
  if (row.kyc_status !== 'complete' || row.hold !== null) return null;
  return step('disburse', asks ? afterSeconds(row, 2 * STEP_SECONDS) : first);
}

const afterSeconds = ({ created_at }: MagicRow, seconds: number): Date =>
  secondsLater(new Date(created_at), seconds);

/** Does the next step of a settlement if it is due at the time of the context. */
export async function runMagicStep(context: CommandContext, partnerId: string, { row }: MagicStep) {
  // An earlier step of the transaction may have changed the customer.
  const asked = { partnerId, fundingId: row.id, until: context.now, limit: 1 };
  for (const step of await magicSteps(context, asked)) await RUNS[step.kind](context, step.row);
}

const RUNS: Readonly<Record<MagicKind, (context: CommandContext, row: MagicRow) => Promise<unknown>>> = {
  withdraw: (context, row) => play(context, row, 'withdraw'),
  revoke: (context, row) => play(context, row, 'revoke'),
  disburse: (context, row) => play(context, row, 'disburse', { confirm_kyc_revision: row.kyc_revision }),
  ask: (context, { customer_id }) => requestAnyDocument(context, customer_id),
  repay(context, { id, amount, paid, outstanding }) {
    const parts = magicOf(amount)?.repaidIn ?? 1;
    return playAs(
      context,
      recordRepayment,
      { funding_id: id },
      {
        amount: Math.max(1, Math.floor(outstanding / (parts - paid))),
        received_on: dayAt(context.now),
        source: 'transfer',
        reference: partReference(paid + 1, parts),
      },
    );
  },
  return: (context, { returnable }) =>
    playAs(context, reverseRepayment, { repayment_id: returnable ?? '' }, { reason: REASON }),
};

async function play(
  context: CommandContext,
  { id }: MagicRow,
  name: keyof typeof SETTLEMENT_PLAYS,
  asked: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const serviced = await lockServiced(context, { funding_id: id, customer_id: null });
  return playSettlement(context, { play: SETTLEMENT_PLAYS[name], serviced }, asked);
}

/** Whether other steps may follow a step. */
export const leadsOn = ({ kind }: MagicStep): boolean => kind !== 'withdraw' && kind !== 'revoke';

/** The most events of each step. A repayment may end a delay and a settlement, and earn the rest of the fee. */
const EVENTS_OF: Readonly<Record<MagicKind, number>> = {
  withdraw: 1,
  revoke: 1,
  ask: 2,
  disburse: 2,
  repay: 5,
  return: 4,
};
/** The most events that fall due by themselves after a payout: two notices, and the fee of four months. */
const EVENTS_AFTER_PAYOUT = 6;

/** The most events of a step and of all that follow it until a moment, for the bound of an advance. */
export function eventsFrom({ at, kind, row }: MagicStep, from: Date, until: Date): number {
  const own = EVENTS_OF[kind];
  if (kind !== 'disburse' && kind !== 'repay') return own;
  const { repaidIn = 0, returned } = magicOf(row.amount) ?? {};
  const fundedOn = row.funded_on ?? dayAt(at < from ? from : at);
  const isUntil = (day: number) => beginningOf(daysAfter(fundedOn, day)) <= until;
  const parts = Array.from({ length: repaidIn - row.paid }, (_, after) => row.paid + after + 1);
  const repayments = parts.filter(isUntil).length * EVENTS_OF.repay;
  const back = returned !== undefined && isUntil(returned.day) ? EVENTS_OF.return : 0;
  return repayments + back + (kind === 'disburse' ? own + EVENTS_AFTER_PAYOUT : 0);
}
