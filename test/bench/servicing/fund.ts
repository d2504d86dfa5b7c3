import { z } from 'zod';
import type { Caller } from '../../../src/kernel/caller.ts';
import { timestamp } from '../../../src/kernel/clock.ts';
import { dayAt } from '../../../src/kernel/days.ts';
import { feeOf } from '../../../src/kernel/rate.ts';
import { newId } from '../../../src/kernel/id.ts';
import { findKyc } from '../../../src/nouns/kyc/kyc.operations.ts';
import { kycCountryOf } from '../../../src/nouns/kyc/kyc.present.ts';
import { findPartner } from '../../../src/nouns/partner/partner.operations.ts';
import { type Move, submitSettlement } from '../../../src/nouns/settlement/move-settlement.ts';
import { beginServicing } from '../../../src/nouns/settlement/servicing/begin-servicing.ts';
import { settlementAad } from '../../../src/nouns/settlement/settlement.present.ts';
import { offerEnd, submissionOf } from '../../../src/nouns/settlement/settlement.rules.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import type { Gateway } from '../../../src/pipeline/gateway.ts';
import { type CommandContext, defineCommand, nothing } from '../../../src/pipeline/operation.ts';

const INTEREST_RATE = 0.05;
const TRANSACTIONS = JSON.stringify({ transaction_list: [], transaction_count: 0, total_amount: 0 });

const Requested = z.strictObject({
  customer_id: z.string(),
  currency: z.string(),
  amount: z.number(),
  settlement_period: z.number(),
});
/** A settlement that a fill makes. */
export type Requested = z.output<typeof Requested>;

/**
 * Many settlements of any customers in one transaction, each with all its moves: up to the offer, or up to the payout.
 * The rows, MACs, events and totals are those of the gateway, because its own parts write them.
 */
const fundTogether = defineCommand({
  name: 'fundTogether',
  roles: ['operator'],
  input: z.strictObject({ settlements: z.array(Requested), until: z.enum(['offer', 'payout']) }),
  locate: nothing,
  async run(context, { input: { settlements, until } }): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const each of settlements) ids.push(await fundOne(context, each, until));
    return ids;
  },
});

async function fundOne(
  context: CommandContext,
  requested: Requested,
  until: 'offer' | 'payout',
): Promise<string> {
  const { customer_id, currency, amount, settlement_period } = requested;
  const kyc = await findKyc(context, { customer_id, country: null });
  const partner = await findPartner(context, kyc.partner_id);
  const id = newId('fun', context.now);
  const fundedOn = dayAt(context.now);
  const draft = {
    id,
    partner_id: kyc.partner_id,
    customer_id,
    currency,
    amount,
    account_chargeback_rate: null,
    account_refund_rate: null,
    settlement_period,
    interest_rate: INTEREST_RATE,
    fee: null,
    repayment_order: null,
    transactions: context.vault.encrypt(TRANSACTIONS, settlementAad('transactions', id)),
    decision_reason: null,
    denial_reason: null,
    denial_note: null,
    disbursement_reference: null,
    offer_expires_at: null,
    approved_kyc_revision: null,
    kyc_changed: 0,
    created_at: timestamp(context.now),
  };
  const submission: Move = { event: 'submit', data: submissionOf(draft) };
  const terms = {
    interest_rate: INTEREST_RATE,
    fee: feeOf(amount, INTEREST_RATE),
    repayment_order: partner.repayment_order,
  };
  const approval: Move = {
    event: 'approve',
    change: {
      ...terms,
      approved_kyc_revision: kyc.revision,
      offer_expires_at: offerEnd(context.now, partner.offer_valid_days),
    },
    data: { ...terms, kyc_revision: kyc.revision },
  };
  const data = { kyc_revision: kyc.revision, funded_on: fundedOn };
  const payout: readonly Move[] =
    until === 'offer' ? [] : [{ event: 'accept' }, { event: 'disburse', change: {}, data }];
  const row = await submitSettlement(context, draft, [submission, approval, ...payout], { kyc });
  if (until === 'offer') return id;
  const serviced = { country: kycCountryOf(kyc), fundedOn, fee: terms.fee };
  await beginServicing(context, row, { ...serviced, repaymentOrder: terms.repayment_order }, null);
  return id;
}

/** Makes settlements in one transaction; returns their ids. */
export async function fund(
  gateway: Gateway,
  caller: Caller,
  settlements: readonly Requested[],
  until: 'offer' | 'payout' = 'payout',
): Promise<readonly string[]> {
  const input = { settlements, until };
  const { view } = await execute(gateway, fundTogether, { caller, requestId: 'fill', ids: {}, input });
  return view;
}
