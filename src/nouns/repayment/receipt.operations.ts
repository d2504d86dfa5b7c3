import { forgedRow } from '../../engine/crypto/row-mac.ts';
import { type CommandContext, defineCommand, type QueryContext } from '../../pipeline/operation.ts';
import { aboutAmountOfMoment, aboutSettlement } from '../settlement/two-people.ts';
import { forgetPast } from '../settlement/customer-past.ts';
import { findSettlement } from '../settlement/find-settlement.ts';
import { changeServicing } from '../settlement/servicing/change-servicing.ts';
import { lockProvenServiced } from '../settlement/servicing/lock-servicing.ts';
import { requireDay } from '../settlement/servicing/servicing-days.ts';
import { withOwnServicing } from '../settlement/servicing/servicing-reads.operations.ts';
import { type InstantSettlementView, presentSettlement } from '../settlement/settlement.present.ts';
import { type Locked, lockRepayment, type RepaymentIds } from './find-repayment.ts';
import { payBack, receive } from './receive-repayment.ts';
import { type Bounded, boundedBy, requireFunded, requireOwing } from './repayment.guards.ts';
import {
  ConfirmRepaymentInput,
  confirmationOn,
  DeclineRepaymentInput,
  newRepaymentOn,
  RecordRepaymentInput,
  RepayInput,
  repayInputOn,
  reversalOn,
  ReverseRepaymentInput,
} from './repayment.input.ts';
import {
  decrypted,
  partsOf,
  presentRepayment,
  repaymentStatusOf,
  type RepaymentRow,
  type RepaymentView,
  sourceOf,
} from './repayment.present.ts';
import type { SettlementId } from './repayment.operations.ts';
import { advance } from './repayment.rules.ts';
import { repaymentRowAad } from './repayment-mac.ts';
import { claimOf, requireRoom, requireUniqueReceipt } from './standing-repayments.ts';
import {
  allocationColumns,
  encryptedText,
  moveRepayment,
  newRepaymentId,
  recordStatus,
  referenceColumns,
  storeRepayments,
} from './write-repayment.ts';

const locateSettlement = async (context: QueryContext, { funding_id }: SettlementId): Promise<Bounded> =>
  boundedBy(await lockProvenServiced(context, funding_id), context.now);

interface LockedAndBounded extends Locked, Bounded {}

const locateRepayment = async (context: QueryContext, ids: RepaymentIds): Promise<LockedAndBounded> => {
  const locked = await lockRepayment(context, ids);
  return { ...locked, ...boundedBy(locked.serviced, context.now) };
};

/** What a change of a repayment is about, for the rule of two people. */
const aboutRepayment = ({ repayment, serviced }: Locked, amount = repayment.amount) =>
  aboutSettlement(serviced.settlement, { object: repayment.id, amount, state: repayment.status });

/** Money came without a report. */
export const recordRepayment = defineCommand({
  name: 'recordRepayment',
  roles: ['operator'],
  locate: locateSettlement,
  input: ({ bounds }: Bounded) => newRepaymentOn(bounds),
  form: RecordRepaymentInput,
  twoPeople: {
    operation: 'record',
    matter: (_context, { input: { amount }, subject }) =>
      aboutSettlement(subject.serviced.settlement, { amount }),
    unchanged: () => null,
  },
  async run(context, { input, subject: { serviced, bounds } }): Promise<RepaymentView | null> {
    requireFunded(serviced, context.now);
    const { amount, source, reference } = input;
    const received_on = input.received_on ?? bounds.today;
    await requireRoom(context, claimOf(serviced, { ...input, received_on }), false);
    const draft = { id: newRepaymentId(context), amount, received_on, source, reference };
    const { row } = await receive(context, serviced, draft);
    await storeRepayments(context, [row]);
    return presentRepayment(row, context.vault);
  },
});

/** The money of a report came. What came counts, and what was reported stays. */
export const confirmRepayment = defineCommand({
  name: 'confirmRepayment',
  roles: ['operator'],
  locate: locateRepayment,
  input: ({ bounds }: LockedAndBounded) => confirmationOn(bounds),
  form: ConfirmRepaymentInput,
  twoPeople: {
    operation: 'confirm',
    matter: (_context, { input: { amount }, subject }) => aboutRepayment(subject, amount ?? undefined),
    unchanged: (context, { subject: { repayment } }) => presentRepayment(repayment, context.vault),
  },
  async run(context, { input, subject: { repayment, serviced, bounds } }): Promise<RepaymentView> {
    advance(repaymentStatusOf(repayment), 'confirm');
    requireFunded(serviced, context.now);
    // The partner may have sent the money again since the report.
    const days = { from: bounds.fundedOn ?? bounds.today, until: bounds.today };
    requireDay(input.received_on ?? repayment.received_on, days, 'received_on');
    const { id } = repayment;
    const came = {
      amount: input.amount ?? repayment.amount,
      received_on: input.received_on ?? repayment.received_on,
      reference: input.reference ?? decrypted(repayment, 'reference', context.vault),
    };
    await requireUniqueReceipt(
      context,
      claimOf(serviced, { ...came, allow_duplicate: input.allow_duplicate }),
      id,
    );
    const answered = await changeServicing(context, serviced, { kind: 'report', change: -repayment.amount });
    const receipt = { id, amount: came.amount, received_on: came.received_on, source: sourceOf(repayment) };
    const { allocation } = await payBack(context, answered, receipt);
    const row = await moveRepayment(context, repayment, 'confirm', {
      amount: came.amount,
      received_on: came.received_on,
      ...referenceColumns(context, id, came.reference),
      ...allocationColumns(allocation),
    });
    return presentRepayment(row, context.vault);
  },
});

/** The money of a report did not come. */
export const declineRepayment = defineCommand({
  name: 'declineRepayment',
  roles: ['operator'],
  input: DeclineRepaymentInput,
  locate: (context, ids: RepaymentIds) => lockRepayment(context, ids),
  async run(context, { input: { reason }, subject: { repayment, serviced } }): Promise<RepaymentView> {
    const decline_reason = encryptedText(context, 'decline_reason', repayment.id, reason);
    const row = await moveRepayment(context, repayment, 'decline', { decline_reason });
    await recordStatus(context, row, 'declined');
    await changeServicing(context, serviced, { kind: 'report', change: -repayment.amount });
    return presentRepayment(row, context.vault);
  },
});

/** Undoes a repayment that went back or never came. */
export const reverseRepayment = defineCommand({
  name: 'reverseRepayment',
  roles: ['operator'],
  locate: locateRepayment,
  input: ({ repayment, bounds }: LockedAndBounded) =>
    reversalOn({ receivedOn: repayment.received_on, today: bounds.today }),
  form: ReverseRepaymentInput,
  twoPeople: {
    operation: 'reverse',
    matter: (_context, { subject }) => aboutRepayment(subject),
    unchanged: (context, { subject: { repayment } }) => presentRepayment(repayment, context.vault),
  },
  async run(context, { input, subject: { repayment, serviced, bounds } }): Promise<RepaymentView> {
    const { id, received_on } = repayment;
    // If the clock was set back, today may be before the repayment.
    const today = bounds.today < received_on ? received_on : bounds.today;
    const reversed_on = input.kind === 'mistake' ? received_on : (input.reversed_on ?? today);
    const row = await moveRepayment(context, repayment, 'reverse', {
      reversed_on,
      reversal_kind: input.kind,
      reversal_reason: encryptedText(context, 'reversal_reason', id, input.reason),
    });
    await recordStatus(context, row, 'reversed');
    forgetPast(context, repayment.customer_id);
    await changeServicing(context, serviced, {
      kind: 'reversal',
      repaymentId: id,
      entryId: await entryOf(context, repayment),
      source: sourceOf(repayment),
      allocated: partsOf(repayment),
      effectiveOn: reversed_on,
      reason: input.reason,
    });
    return presentRepayment(row, context.vault);
  },
});

/** The entry of a received repayment. */
async function entryOf({ db }: CommandContext, { id, settlement_id }: RepaymentRow): Promise<string> {
  const entry = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('settlement_id', '=', settlement_id)
    .where('repayment_id', '=', id)
    .where('kind', 'in', ['repayment', 'recovery'])
    .executeTakeFirstOrThrow(() => forgedRow(repaymentRowAad(id)));
  return entry.id;
}

/** One repayment of all that is outstanding. */
export const repayInstantSettlement = defineCommand({
  name: 'repayInstantSettlement',
  roles: ['operator'],
  locate: locateSettlement,
  input: ({ bounds }: Bounded) => repayInputOn(bounds),
  form: RepayInput,
  twoPeople: {
    operation: 'repay',
    matter: (context, { subject: { serviced } }) =>
      aboutAmountOfMoment(serviced.settlement, requireOwing(serviced, context.now)),
    unchanged: (context, { subject: { serviced } }) => presentNow(context, serviced.settlement.id),
  },
  async run(context, { input, subject: { serviced, bounds } }): Promise<InstantSettlementView> {
    const { reference } = input;
    const received_on = input.received_on ?? bounds.today;
    const amount = requireOwing(serviced, context.now);
    await requireRoom(
      context,
      claimOf(serviced, { amount, received_on, reference, allow_duplicate: true }),
      false,
    );
    const draft = {
      id: newRepaymentId(context),
      amount,
      received_on,
      source: 'transfer',
      reference,
    } as const;
    const { row } = await receive(context, serviced, draft);
    await storeRepayments(context, [row]);
    return presentNow(context, serviced.settlement.id);
  },
});

/** The settlement as it is now. */
async function presentNow(context: QueryContext, funding_id: string): Promise<InstantSettlementView> {
  const settlement = await findSettlement(context, { funding_id, customer_id: null });
  return withOwnServicing(context, presentSettlement(settlement, context));
}
