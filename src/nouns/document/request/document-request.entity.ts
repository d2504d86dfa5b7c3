import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../../engine/crypto/encryption.ts';
import { KycRecord } from '../../kyc/kyc.entity.ts';
import { Partner } from '../../partner/partner.entity.ts';

/** A document type that an operator requested again. It exists until the next upload of the type. */
export const DocumentRequest = defineEntity({
  name: 'DocumentRequest',
  tableName: 'document_request',
  properties: {
    customer: () => p.manyToOne(KycRecord).fieldName('customer_id').primary().index(false),
    type: p.string().primary(),
    partner: () => p.manyToOne(Partner).index(false),
    /** What is wrong with the present files, as the operator wrote it. */
    reason: p.text().$type<Encrypted>(),
    requested_at: p.string(),
  },
});
