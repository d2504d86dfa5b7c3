import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/**
 * The response of an approved change that shows a secret. It is kept until the person who asked has seen it: the row is
 * removed when it is shown, or when it is not fetched in time.
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
