import { OF_REOPENED, OF_UNHASHED, OF_WAITING } from './settlement.rules.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { Customer } from '../customer/customer.entity.ts';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import { Partner } from '../partner/partner.entity.ts';

/**
 * A funding request. The first indexes serve the most frequent lists of partners. The next ones have index partitions
 * of one status and currency (`index-partitions.ts`), for one partner and for all, in the order of each list. The
 * scheduler finds lapsed offers by one of them. Another index sums what a customer owes without reading a row. The last
 * ones have no new request: payouts by their reference, those whose reference has no hash yet, and reopened ones.
 */
export const InstantSettlement = defineEntity({
  name: 'InstantSettlement',
  tableName: 'instant_settlement',
  indexes: [
    { name: 'instant_settlement_page', properties: ['partner', 'id'] },
    { name: 'instant_settlement_status', properties: ['partner', 'status', 'id'] },
    { name: 'instant_settlement_currency', properties: ['partner', 'currency', 'id'] },
    { name: 'instant_settlement_customer', properties: ['customer', 'id'] },
    { name: 'instant_settlement_lane', properties: ['status', 'currency', 'id'] },
    { name: 'instant_settlement_partner_lane', properties: ['partner', 'status', 'currency', 'id'] },
    {
      name: 'instant_settlement_waiting',
      properties: ['status', 'currency', 'kyc_changed', 'updated_at', 'id'],
    },
    {
      name: 'instant_settlement_partner_waiting',
      properties: ['partner', 'status', 'currency', 'kyc_changed', 'updated_at', 'id'],
    },
    {
      name: 'instant_settlement_large',
      properties: ['status', 'currency', 'amount', 'id', 'partner'],
      where: OF_WAITING,
    },
    { name: 'instant_settlement_offer', properties: ['status', 'currency', 'offer_expires_at', 'id'] },
    {
      name: 'instant_settlement_partner_offer',
      properties: ['partner', 'status', 'currency', 'offer_expires_at', 'id'],
    },
    {
      name: 'instant_settlement_outstanding',
      properties: ['customer', 'status', 'currency', 'offer_expires_at', 'amount'],
    },
    {
      name: 'instant_settlement_reference',
      properties: ['disbursement_reference_hash', 'id'],
      where: 'disbursement_reference_hash is not null',
    },
    { name: 'instant_settlement_unhashed', properties: ['id'], where: OF_UNHASHED },
    {
      name: 'instant_settlement_reopened',
      properties: ['partner', 'id', 'status', 'currency'],
      where: OF_REOPENED,
    },
  ],
  properties: {
    id: p.string().primary(),
    partner: () => p.manyToOne(Partner).index(false),
    customer: () => p.manyToOne(Customer).index(false),
    currency: p.string(),
    /** In the minor unit of the currency. */
    amount: p.bigint('number'),
    account_chargeback_rate: p.double().$type<number>().nullable(),
    account_refund_rate: p.double().$type<number>().nullable(),
    /** Days. */
    settlement_period: p.integer(),
    interest_rate: p.double().$type<number>(),
    /** In the minor unit, on top of the amount. The approval fixes it. */
    fee: p.bigint('number').nullable(),
    /** What a repayment pays first. The approval fixes it. */
    repayment_order: p.text().nullable(),
    /** JSON. */
    transactions: p.text().$type<Encrypted>(),
    status: p.string(),
    /** The reason of the partner's decision. */
    decision_reason: p.text().$type<Encrypted>().nullable(),
    /** Until when an approved offer may be accepted. */
    offer_expires_at: p.string().nullable(),
    /** A code of `denial.rules.ts`; null unless denied. */
    denial_reason: p.string().nullable(),
    /** The note of the operator who denied it. */
    denial_note: p.text().$type<Encrypted>().nullable(),
    /** The reference of the payment in the provider's books. */
    disbursement_reference: p.text().$type<Encrypted>().nullable(),
    /** A keyed hash of it, by which operators find the payout (`payout-reference.ts`). */
    disbursement_reference_hash: p.string().nullable(),
    /** The revision of the customer's KYC at the approval; null before it. */
    approved_kyc_revision: p.integer().nullable(),
    /** Whether the KYC has changed since the approval, 0 or 1; see `kyc-changed.ts`. */
    kyc_changed: p.integer().default(0),
    /** Whether it was ever reopened, 0 or 1; see `list/reopened.ts`. */
    reopened: p.integer().default(0),
    created_at: p.string(),
    updated_at: p.string(),
    /** How many events of the trail changed this row. An older version of the row has fewer. */
    steps: p.integer().default(0),
    /** Proves that the gateway wrote the row (`proven-settlements.ts`). */
    mac: p.string(),
  },
});
