import { defineEntity, p } from '@mikro-orm/core';

/** Who is looking at a settlement, so that two people do not decide on it. It blocks no operation. */
export const SettlementClaim = defineEntity({
  name: 'SettlementClaim',
  tableName: 'settlement_claim',
  indexes: [{ name: 'settlement_claim_expiry', properties: ['expires_at'] }],
  properties: {
    funding_id: p.string().primary(),
    /** The operator, or the key if it has no operator. */
    holder: p.string(),
    claimed_at: p.string(),
    expires_at: p.string(),
  },
});
