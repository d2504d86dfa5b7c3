import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';
import { KycRecord } from '../kyc/kyc.entity.ts';
import { Partner } from '../partner/partner.entity.ts';

/** One file of a supporting document type. Its id is also the key of its bytes; both go when the type is replaced. */
export const Document = defineEntity({
  name: 'Document',
  tableName: 'document',
  properties: {
    id: p.string().primary(),
    customer: () => p.manyToOne(KycRecord).fieldName('customer_id'),
    partner: () => p.manyToOne(Partner).index(false),
    type: p.string(),
    /** Place among the files of its type, from 0. */
    position: p.integer(),
    filename: p.text(),
    mime_type: p.string(),
    size: p.integer(),
    sha256: p.string(),
    /** Comma-separated. */
    warnings: p.string(),
    created_at: p.string(),
  },
});

declare module '../kernel/tables.ts' {
  interface Tables {
    document: InferKyselyTable<typeof Document>;
  }
}
