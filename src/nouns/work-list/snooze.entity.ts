import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/** A settlement or a customer that the lists of work hide for a while. */
export const Snooze = defineEntity({
  name: 'Snooze',
  tableName: 'snooze',
  indexes: [{ name: 'snooze_until', properties: ['until'] }],
  properties: {
    /** The id of the settlement or the customer. */
    about: p.string().primary(),
    /** The operator; the key, if it belongs to no person. */
    author: p.string(),
    snoozed_at: p.string(),
    until: p.string(),
    /** The state of the record at that time (`stateOf`). In another state it is awake. */
    state: p.string(),
    reason: p.text().$type<Encrypted>(),
  },
});
