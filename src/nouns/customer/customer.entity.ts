import { defineEntity, p } from '@mikro-orm/core';
import { Partner } from '../partner/partner.entity.ts';
import { PART_FROM } from './name-parts.ts';

/**
 * A company that a partner onboards. The indexes serve the pages of its lists. The index of names has parts, so that
 * it serves searches of one partner and among all; see `name-parts.ts`.
 */
export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  indexes: [
    { name: 'customer_page', properties: ['partner', 'id'] },
    { name: 'customer_external', properties: ['external_customer_id', 'partner', 'id'] },
    {
      name: 'customer_name',
      expression: `create index customer_name on customer (substr(partner_id, ${PART_FROM}), company_name_folded, partner_id, id)`,
    },
    {
      name: 'customer_email',
      expression: 'create index customer_email on customer (lower(contact_email), id)',
    },
  ],
  properties: {
    id: p.string().primary(),
    /**
     * Without a foreign key. Partners are never deleted, and checking the key would lock the partner for each new
     * customer.
     */
    partner: () => p.manyToOne(Partner).index(false).createForeignKeyConstraint(false),
    external_customer_id: p.string(),
    contact_email: p.string(),
    contact_name: p.string(),
    contact_phone: p.string(),
    contact_country: p.string(),
    company_name: p.string(),
    /** The name in small letters, to be compared; see `company-name.ts`. */
    company_name_folded: p.string().default(''),
    company_country: p.string(),
    company_sector: p.string(),
    created_at: p.string(),
    updated_at: p.string(),
  },
});
