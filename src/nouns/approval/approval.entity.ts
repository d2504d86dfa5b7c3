import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * A change that one person asked for and another one must approve. `mac` proves that the gateway wrote the row
 * (`approval-mac.ts`).
 */
export const Approval = defineEntity({
  name: 'Approval',
  tableName: 'approval',
  uniques: [
    { name: 'approval_pending', properties: ['object_id', 'operation'], where: "status = 'pending'" },
  ],
  indexes: [
    { name: 'approval_ending', properties: ['expires_at'], where: "status = 'pending'" },
    { name: 'approval_object', properties: ['object_id', 'id'] },
    { name: 'approval_settlement', properties: ['settlement_id', 'id'] },
  ],
  properties: {
    id: p.string().primary(),
    /** The name of the setting. */
    operation: p.string(),
    /** The name of the operation that runs. */
    command: p.string(),
    /** The id of the record, or the fingerprint of the input if a record is created. */
    object_id: p.string(),
    settlement_id: p.string().nullable(),
    partner_id: p.string().nullable(),
    /** What the first person saw of the object. */
    state: p.string(),
    fingerprint: p.string(),
    /** JSON of the ids and the input. */
    content: p.text().$type<Encrypted>(),
    /** JSON of the amounts. */
    amounts: p.text(),
    /** The operator who asked. */
    maker: p.string(),
    created_at: p.string(),
    expires_at: p.string(),
    /** `pending`, `approved`, `refused` or `lapsed`. */
    status: p.string(),
    /** The operator who approved or refused. */
    checker: p.string().nullable(),
    decided_at: p.string().nullable(),
    reason: p.text().$type<Encrypted>().nullable(),
    /** How many events of the trail changed this row. */
    steps: p.integer(),
    mac: p.string(),
  },
});
