import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * What underwriting decided about a request, and the facts as they were. A row is never changed, except by a rotation of
 * the secret. Its id has the same characters as the id of its event.
 */
export const Decision = defineEntity({
  name: 'Decision',
  tableName: 'decision',
  indexes: [{ name: 'decision_partner', properties: ['partner_id', 'id'] }],
  properties: {
    id: p.string().primary(),
    settlement_id: p.string(),
    partner_id: p.string(),
    /** `approve` or `deny`. */
    outcome: p.string(),
    /** Who decided: `automatic`, `policy` or `person`. */
    origin: p.string(),
    /** The key or session, as in its event. */
    actor: p.string(),
    /** JSON of `DecisionContent`. */
    content: p.text().$type<Encrypted>(),
    created_at: p.string(),
    mac: p.string(),
  },
});
