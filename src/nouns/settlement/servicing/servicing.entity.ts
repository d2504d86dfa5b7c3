import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../../engine/crypto/encryption.ts';

/** The condition of the indexes of settled ones, as both databases know it. */
const IS_SETTLED = 'closed_on is not null and written_off_on is null';

/**
 * What is owed for a settlement whose money was sent. The balances equal the sums of the legs of its entries. Amounts
 * are in the minor unit of the currency; days are `YYYY-MM-DD` in the country of the customer.
 */
export const Servicing = defineEntity({
  name: 'Servicing',
  tableName: 'servicing',
  indexes: [
    // Open settlements by the last day for their payment: overdue, due soon, and the filters of lists.
    { name: 'servicing_open', properties: ['pay_by', 'id'], where: 'closed_on is null' },
    {
      name: 'servicing_partner_open',
      properties: ['partner_id', 'pay_by', 'id'],
      where: 'closed_on is null',
    },
    { name: 'servicing_due', properties: ['due_on', 'id'] },
    { name: 'servicing_partner_due', properties: ['partner_id', 'due_on', 'id'] },
    // Settled settlements, which will be most of them. The newest come first.
    { name: 'servicing_settled', properties: ['id'], where: IS_SETTLED },
    { name: 'servicing_partner_settled', properties: ['partner_id', 'id'], where: IS_SETTLED },
    { name: 'servicing_customer', properties: ['customer_id', 'currency'] },
    { name: 'servicing_excess', properties: ['excess_since', 'id'], where: 'excess_since is not null' },
    { name: 'servicing_unearned', properties: ['earned_until', 'id'], where: 'earned_until is not null' },
  ],
  properties: {
    /** The id of the settlement. */
    id: p.string().primary(),
    partner_id: p.string(),
    customer_id: p.string(),
    currency: p.string(),
    /** Of the customer, whose calendar counts. */
    country: p.string(),
    amount: p.bigint('number'),
    /** The fee of the terms. */
    fee: p.bigint('number'),
    period_days: p.integer(),
    repayment_order: p.string(),
    funded_on: p.string(),
    due_on: p.string(),
    original_due_on: p.string(),
    /** The due day, or the next day on which banks work. */
    pay_by: p.string(),
    /** How often the due day was moved. */
    extensions: p.integer(),
    /** Why it was moved last, for operators. */
    extension_reason: p.text().$type<Encrypted>().nullable(),
    principal_outstanding: p.bigint('number'),
    fee_outstanding: p.bigint('number'),
    /** Excess that was paid back to the payer, and whose repayment was reversed later. */
    refund_receivable: p.bigint('number'),
    /** What was paid too much, and is still held. */
    excess: p.bigint('number'),
    /** The sum of the partner's reports that wait for confirmation. */
    reported: p.bigint('number'),
    /** Principal, fee and recoveries of received repayments. */
    paid: p.bigint('number'),
    /** The part of the fee that is income. */
    fee_earned: p.bigint('number'),
    /** The part of the fee that is not income yet. */
    fee_unearned: p.bigint('number'),
    /** Excess that was paid back to the payer, without the part that is receivable. */
    refunded: p.bigint('number'),
    /** Payments from excess, by what they paid, until its repayment is reversed. */
    applied_principal: p.bigint('number'),
    applied_fee: p.bigint('number'),
    applied_refund: p.bigint('number'),
    applied_recovery: p.bigint('number'),
    fee_waived: p.bigint('number'),
    written_off_principal: p.bigint('number'),
    written_off_fee: p.bigint('number'),
    written_off_on: p.string().nullable(),
    written_off_code: p.string().nullable(),
    recovered: p.bigint('number'),
    /** The day on which nothing was outstanding any more. */
    closed_on: p.string().nullable(),
    excess_since: p.string().nullable(),
    /** The last day up to which the fee was earned; null after all of it was earned. */
    earned_until: p.string().nullable(),
    /** The notice that was written for `pay_by`: `none`, `due_soon` or `overdue`. */
    notice: p.string(),
    /** When its last entry was recorded. */
    recorded_at: p.string(),
    /** How many entries it has. */
    entries: p.integer(),
    updated_at: p.string(),
    /** How many events of the trail changed this row. An older version of the row has fewer. */
    steps: p.integer(),
    /** Proves that the gateway wrote the row (`servicing-mac.ts`). */
    mac: p.string(),
  },
});
