import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/** Money that a partner reported or the provider received for a settlement. Amounts are in the minor unit. */
export const Repayment = defineEntity({
  name: 'Repayment',
  tableName: 'repayment',
  indexes: [
    { name: 'repayment_settlement', properties: ['settlement_id', 'id'] },
    { name: 'repayment_partner', properties: ['partner_id', 'id'] },
    { name: 'repayment_status', properties: ['status', 'id'] },
    { name: 'repayment_partner_status', properties: ['partner_id', 'status', 'id'] },
    { name: 'repayment_customer', properties: ['customer_id', 'id'] },
    {
      name: 'repayment_reference',
      properties: ['reference_hash', 'id'],
      where: 'reference_hash is not null',
    },
  ],
  uniques: [
    {
      name: 'repayment_once',
      properties: ['settlement_id', 'received_on', 'reference_hash'],
      where: "status in ('reported', 'received')",
    },
  ],
  properties: {
    id: p.string().primary(),
    settlement_id: p.string(),
    partner_id: p.string(),
    customer_id: p.string(),
    currency: p.string(),
    amount: p.bigint('number'),
    /** `YYYY-MM-DD` in the country of the customer. */
    received_on: p.string(),
    source: p.string(),
    reference: p.text().$type<Encrypted>().nullable(),
    /** A keyed hash, which finds equal references. */
    reference_hash: p.string().nullable(),
    status: p.string(),
    allocated_principal: p.bigint('number'),
    allocated_fee: p.bigint('number'),
    allocated_refund: p.bigint('number'),
    allocated_excess: p.bigint('number'),
    allocated_recovery: p.bigint('number'),
    /** JSON of what the partner reported. */
    reported: p.text().$type<Encrypted>().nullable(),
    reversed_on: p.string().nullable(),
    reversal_kind: p.string().nullable(),
    reversal_reason: p.text().$type<Encrypted>().nullable(),
    decline_reason: p.text().$type<Encrypted>().nullable(),
    created_at: p.string(),
    updated_at: p.string(),
    /** How many events of the trail changed this row. An older version of the row has fewer. */
    steps: p.integer(),
    /** Proves that the gateway wrote the row (`repayment-mac.ts`). */
    mac: p.string(),
  },
});
