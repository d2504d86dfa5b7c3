import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/** A hold, which stops approvals, payouts and refunds. `mac` proves that the gateway wrote the row (`hold-mac.ts`). */
export const Hold = defineEntity({
  name: 'Hold',
  tableName: 'hold',
  indexes: [
    { name: 'hold_standing', properties: ['object_id'], where: 'lifted_at is null' },
    { name: 'hold_object', properties: ['object_id', 'id'] },
  ],
  properties: {
    id: p.string().primary(),
    kind: p.string(),
    /** The id of the held settlement, customer or partner; `all` for a hold on everything. */
    object_id: p.string(),
    reason: p.text().$type<Encrypted>(),
    /** The operator, or the key if it has no operator. */
    placed_by: p.string(),
    placed_at: p.string(),
    lifted_by: p.string().nullable(),
    lifted_at: p.string().nullable(),
    lift_reason: p.text().$type<Encrypted>().nullable(),
    /** How many events of the trail changed this row. */
    steps: p.integer(),
    mac: p.string(),
  },
});
