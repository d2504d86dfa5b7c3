import { dayAt } from '../../../kernel/days.ts';
import { feeOf } from '../../../kernel/rate.ts';
import { defineCommand, type QueryContext } from '../../../pipeline/operation.ts';
import { lockRepayment, type RepaymentIds } from '../../repayment/find-repayment.ts';
import {
  confirmRepayment,
  declineRepayment,
  recordRepayment,
  reverseRepayment,
} from '../../repayment/receipt.operations.ts';
import type { RepaymentView } from '../../repayment/repayment.present.ts';
import { lockServiced } from '../../settlement/servicing/lock-servicing.ts';
import { withOwnServicing } from '../../settlement/servicing/servicing-reads.operations.ts';
import { withheldWithoutRead } from '../../settlement/settlement.operations.ts';
import type { InstantSettlementView } from '../../settlement/settlement.present.ts';
import { given, RepaymentPlayInput, SalesInput, SettlementPlayInput } from './play.input.ts';
import { playAs, unknownPlay } from './play-as.ts';
import type { SimulatedSalesView } from './play.present.ts';
import { playSettlement, REASON, SETTLEMENT_PLAYS, settlementPlayOf } from './settlement-plays.ts';

/** Does with a settlement what the provider, the bank or the payer would do. */
export const simulateSettlementEvent = defineCommand({
  name: 'simulateSettlementEvent',
  sandboxOnly: true,
  roles: ['partner', 'operator'],
  input: SettlementPlayInput,
  async locate(context, { funding_id, event }: { readonly funding_id: string; readonly event: string }) {
    const play = settlementPlayOf(event);
    if (play === null) throw unknownPlay(Object.keys(SETTLEMENT_PLAYS));
    const serviced = await lockServiced(context, { funding_id, customer_id: null });
    return { play, serviced };
  },
  async run(context, { input, subject: { play, serviced } }): Promise<InstantSettlementView> {
    return withOwnServicing(context, await playSettlement(context, { play, serviced }, given(input)));
  },
  shownTo: withheldWithoutRead,
});

/** The sales of a day: a share of them pays a settlement back. */
export const simulateSales = defineCommand({
  name: 'simulateSales',
  sandboxOnly: true,
  roles: ['partner', 'operator'],
  input: SalesInput,
  locate: (context, { funding_id }: { readonly funding_id: string }) =>
    lockServiced(context, { funding_id, customer_id: null }),
  async run(context, { input, subject: { settlement } }): Promise<SimulatedSalesView> {
    const { amount, share } = input;
    const date = input.date ?? dayAt(context.now);
    const paid = amount > 0 ? feeOf(amount, share) : 0;
    const receipt = { amount: paid, received_on: date, source: 'sales_share', allow_duplicate: true };
    const repayment =
      paid > 0 ? await playAs(context, recordRepayment, { funding_id: settlement.id }, receipt) : null;
    return { funding_id: settlement.id, amount, share, date, repayment };
  },
});

/** The plays with repayments, by the last part of the path on REST. */
export const REPAYMENT_PLAYS = {
  confirm: { means: 'The money of your report comes.', operation: confirmRepayment, defaults: {} },
  decline: {
    means: 'The provider declines your report.',
    operation: declineRepayment,
    defaults: { reason: REASON },
  },
  reverse: { means: 'The money goes back.', operation: reverseRepayment, defaults: { reason: REASON } },
} as const;

const isRepaymentPlay = (name: string): name is keyof typeof REPAYMENT_PLAYS =>
  Object.hasOwn(REPAYMENT_PLAYS, name);

/** Does with a repayment what the provider or the bank would do. */
export const simulateRepaymentEvent = defineCommand({
  name: 'simulateRepaymentEvent',
  sandboxOnly: true,
  roles: ['partner', 'operator'],
  input: RepaymentPlayInput,
  async locate(context: QueryContext, ids: RepaymentIds & { readonly event: string }) {
    if (!isRepaymentPlay(ids.event)) throw unknownPlay(Object.keys(REPAYMENT_PLAYS));
    const { repayment } = await lockRepayment(context, ids);
    return { event: ids.event, repayment_id: repayment.id };
  },
  async run(context, { input, subject: { event, repayment_id } }): Promise<RepaymentView> {
    const asked = { ...REPAYMENT_PLAYS[event].defaults, ...given(input) };
    const ids = { repayment_id };
    switch (event) {
      case 'confirm':
        return playAs(context, confirmRepayment, ids, asked);
      case 'decline':
        return playAs(context, declineRepayment, ids, asked);
      case 'reverse':
        return playAs(context, reverseRepayment, ids, asked);
    }
  },
});
