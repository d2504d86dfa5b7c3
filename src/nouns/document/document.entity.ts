import { defineEntity, p } from '@mikro-orm/core';
import { KycRecord } from '../kyc/kyc.entity.ts';
import { Partner } from '../partner/partner.entity.ts';

/**
 * One file of a supporting document type. `document-blob.rules.ts` gives its storage key. An upload replaces all rows
 * and bytes of the type.
 */
export const Document = defineEntity({
  name: 'Document',
  tableName: 'document',
  properties: {
    id: p.string().primary(),
    customer: () => p.manyToOne(KycRecord).fieldName('customer_id').index(),
    partner: () => p.manyToOne(Partner).index(false),
    type: p.string(),
    /** Position among the files of its type, from 0. */
    position: p.integer(),
    filename: p.text(),
    mime_type: p.string(),
    size: p.integer(),
    sha256: p.string(),
    /** The revision of the bytes; null as long as they are the uploaded bytes. */
    revision: p.string().nullable(),
    /** The name of the key that encrypts the bytes. */
    encrypted_with: p.string(),
    /** Comma-separated. */
    warnings: p.string(),
    created_at: p.string(),
  },
});
