import { customerOfId, partnerOfCustomer, CustomerObject } from '../../customer/customer.graphql.ts';
import { listCustomersById, listPartnersOfCustomers } from '../../customer/customer.operations.ts';
import { RepaymentOrderEnum, PartnerObject } from '../../partner/partner.graphql.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { runs, upTo } from '../../../pipeline/graphql-kit/field-facts.ts';
import { defineLoader } from '../../../pipeline/graphql-kit/loader.ts';
import { NodeInterface } from '../../../pipeline/graphql-kit/node.ts';
import { operatorOnly } from '../../../pipeline/graphql-kit/operator-only.ts';
import { recordDisclosure } from '../../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../../pipeline/graphql-kit/shown-by.ts';
import { TRANSACTIONS_SIZE } from '../settlement.input.ts';
import { STATUS_MEANINGS } from '../settlement.machine.ts';
import { type InstantSettlementSummary, InstantSettlementView } from '../settlement.present.ts';
import { readTransactions } from '../transactions-read.operations.ts';
import { enumOf } from '../../../pipeline/graphql-kit/enum.ts';
import { objectNamed } from '../../../pipeline/graphql-kit/object.ts';

export const InstantSettlementStatusEnum = enumOf(
  'InstantSettlementStatus',
  'The status of a request for funding.',
  STATUS_MEANINGS,
);

/** Lists do not load `transactions`. */
type SettlementShape = InstantSettlementSummary & Partial<Pick<InstantSettlementView, 'transactions'>>;

/** Records that the transactions of settlements are shown, once for each settlement in a request. */
const transactionsRead = defineLoader(async (context, funding_ids) => {
  await recordDisclosure(context, readTransactions, { funding_ids });
  return new Map(funding_ids.map((id) => [id, true]));
});

export const SettlementObject = objectNamed<SettlementShape>('InstantSettlement');

/** The type of instant settlements. Other nouns add their fields to it. */
export function defineSettlementType(builder: Builder): void {
  builder.objectType(SettlementObject, {
    description: 'A request for funding, and what came after it.',
    extensions: shownBy(InstantSettlementView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('funding_id'),
      customerId: t.exposeID('customer_id'),
      customer: t.field({
        type: CustomerObject,
        description: 'The customer to be funded.',
        extensions: runs(listCustomersById),
        resolve: async ({ customer_id }, _args, context) => {
          const found = await customerOfId(context, customer_id);
          if (found === null) throw new Error('An instant settlement has no customer.');
          return found;
        },
      }),
      partner: t.field({
        type: PartnerObject,
        nullable: true,
        extensions: { ...operatorOnly, ...runs(listPartnersOfCustomers) },
        resolve: ({ customer_id }, _args, context) => partnerOfCustomer(context, customer_id),
      }),
      currency: t.exposeString('currency'),
      amount: t.expose('amount', { type: 'SafeInt' }),
      accountChargebackRate: t.exposeFloat('account_chargeback_rate', { nullable: true }),
      accountRefundRate: t.exposeFloat('account_refund_rate', { nullable: true }),
      settlementPeriod: t.exposeInt('settlement_period'),
      interestRate: t.exposeFloat('interest_rate'),
      fee: t.expose('fee', { type: 'SafeInt', nullable: true }),
      annualRate: t.exposeFloat('annual_rate', { nullable: true }),
      repaymentOrder: t.expose('repayment_order', { type: RepaymentOrderEnum, nullable: true }),
      transactions: t.field({
        type: 'JSONObject',
        nullable: true,
        description: 'What the partner sent; null in lists, where it would be too much.',
        extensions: { ...runs(readTransactions), ...upTo(TRANSACTIONS_SIZE), nullInPages: true },
        async resolve({ funding_id, transactions = null }, _args, context) {
          if (transactions !== null) await transactionsRead(context, funding_id);
          return transactions;
        },
      }),
      status: t.expose('status', { type: InstantSettlementStatusEnum }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
}
