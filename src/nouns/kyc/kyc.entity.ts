import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import { Partner } from '../partner/partner.entity.ts';

/**
 * One for each customer whose record has changed since its creation: a new record has no row, see `kyc-rows.ts`. The
 * details are null until they are first sent. Encrypted columns contain
 * JSON. Addresses are plain JSON, and so is `supporting_documents`, which has only statuses that differ from a new
 * record's. The indexes are partial: each has only the few records that it must find.
 */
export const KycRecord = defineEntity({
  name: 'KycRecord',
  tableName: 'kyc_record',
  indexes: [
    { name: 'kyc_record_judged', properties: ['customer_id'], where: 'text_warnings is null' },
    {
      name: 'kyc_record_warned',
      properties: ['warned_since', 'customer_id'],
      where: 'warned_since is not null',
    },
    {
      name: 'kyc_record_partner_warned',
      properties: ['partner', 'warned_since', 'customer_id'],
      where: 'warned_since is not null',
    },
  ],
  properties: {
    customer_id: p.string().primary(),
    /** Without a foreign key, like the column of a customer. */
    partner: () => p.manyToOne(Partner).index(false).createForeignKeyConstraint(false),
    country: p.string(),
    status: p.string(),
    legal_name: p.string().nullable(),
    registered_address: p.text().nullable(),
    operating_address: p.text().nullable(),
    website: p.text().nullable(),
    business_registration_number: p.string().nullable(),
    date_of_incorporation: p.string().nullable(),
    directors_identity_number: p.text().$type<Encrypted>().nullable(),
    shareholders_identity_number: p.text().$type<Encrypted>().nullable(),
    corporate_entities_number: p.bigint('number').nullable(),
    isic: p.string().nullable(),
    /** The own fields of the country by name; null if it has none, or if they are not sent yet. */
    own_details: p.text().$type<Encrypted>().nullable(),
    is_sensitive_business: p.boolean().nullable(),
    has_complex_structure: p.boolean().nullable(),
    has_namecheck_hits: p.boolean().nullable(),
    provider_company_screening_result: p.text().$type<Encrypted>().nullable(),
    provider_batch_screening_result: p.text().$type<Encrypted>().nullable(),
    supporting_documents: p.text(),
    /** The number of warnings about the details; null until they are counted. */
    text_warnings: p.integer().nullable(),
    /** The number of files with warnings. */
    document_warnings: p.integer().default(0),
    /** Since when the record has had warnings; null if it has none. */
    warned_since: p.string().nullable(),
    /** Rises with every change of the details or the files. */
    revision: p.integer().default(1),
    created_at: p.string(),
    updated_at: p.string(),
  },
});
