import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * The response of an approved change that shows a secret. The person who asked fetches it. The row is removed when the
 * secret is shown, or if it was not fetched in time.
 */
export const ApprovalSecret = defineEntity({
  name: 'ApprovalSecret',
  tableName: 'approval_secret',
  indexes: [{ name: 'approval_secret_age', properties: ['expires_at'] }],
  properties: {
    approval_id: p.string().primary(),
    /** The view as text. */
    content: p.text().$type<Encrypted>(),
    expires_at: p.string(),
  },
});
