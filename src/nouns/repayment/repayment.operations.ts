import { refusal } from '../../kernel/errors.ts';
import { defineCommand, defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { memberNames } from '../../pipeline/input/read-input.ts';
import { findPartner } from '../partner/partner.operations.ts';
import { changeServicing } from '../settlement/servicing/change-servicing.ts';
import { lockProvenServiced } from '../settlement/servicing/lock-servicing.ts';
import { findRepayment, lockRepayment, type RepaymentIds } from './find-repayment.ts';
import { type Bounded, boundedBy, requireFunded } from './repayment.guards.ts';
import { newRepaymentOn, ReportRepaymentInput } from './repayment.input.ts';
import { presentRepayment, RepaymentView } from './repayment.present.ts';
import { claimOf, requireRoom } from './standing-repayments.ts';
import {
  moveRepayment,
  newRepaymentId,
  newRepaymentRow,
  recordStatus,
  storeRepayments,
} from './write-repayment.ts';

/** The id of a settlement. */
export type SettlementId = { readonly funding_id: string };

/** Members of the view that a body may have, and that are ignored: a response can be sent back. */
const READ_ONLY = memberNames(RepaymentView).filter(
  (name) => !memberNames(ReportRepaymentInput).includes(name),
);

export const getRepayment = defineQuery({
  name: 'getRepayment',
  roles: ['partner', 'operator'],
  locate: findRepayment,
  run: ({ vault }, { subject }): RepaymentView => presentRepayment(subject, vault),
});

/** A partner says that money was paid. It has no effect until the provider confirms it. */
export const reportRepayment = defineCommand({
  name: 'reportRepayment',
  roles: ['partner'],
  ignores: READ_ONLY,
  locate: locateReport,
  input: ({ bounds }: Bounded) => newRepaymentOn(bounds),
  form: ReportRepaymentInput,
  async run(context, { input, subject: { serviced, bounds } }): Promise<RepaymentView> {
    requireFunded(serviced, context.now);
    const { amount, source, reference } = input;
    const received_on = input.received_on ?? bounds.today;
    await requireRoom(context, claimOf(serviced, { ...input, received_on }), true);
    const draft = { id: newRepaymentId(context), amount, received_on, source, reference };
    const row = newRepaymentRow(context, serviced.settlement, draft, { status: 'reported' });
    await storeRepayments(context, [row]);
    await recordStatus(context, row, 'reported');
    await changeServicing(context, serviced, { kind: 'report', change: amount });
    return presentRepayment(row, context.vault);
  },
});

/** Throws `permission_denied` if the partner may not report repayments, after the settlement was found. */
async function locateReport(context: QueryContext, { funding_id }: SettlementId): Promise<Bounded> {
  const bounded = boundedBy(await lockProvenServiced(context, funding_id), context.now);
  const partner = await findPartner(context, bounded.serviced.settlement.partner_id);
  if (!partner.reports_repayments)
    throw refusal('permission_denied', 'The provider has not allowed this partner to report repayments.');
  return bounded;
}

/** The partner takes back a report that waits for the provider. */
export const cancelRepayment = defineCommand({
  name: 'cancelRepayment',
  roles: ['partner'],
  ignores: memberNames(RepaymentView),
  locate: (context, ids: RepaymentIds) => lockRepayment(context, ids),
  async run(context, { subject: { repayment, serviced } }): Promise<RepaymentView> {
    const row = await moveRepayment(context, repayment, 'cancel', {});
    await recordStatus(context, row, 'cancelled');
    await changeServicing(context, serviced, { kind: 'report', change: -repayment.amount });
    return presentRepayment(row, context.vault);
  },
});
