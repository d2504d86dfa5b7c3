import { defineEntity, p } from '@mikro-orm/core';
import { Partner } from '../partner/partner.entity.ts';

/**
 * A company that a partner onboards. The indexes serve the pages of its lists. A search for a name among all partners
 * looks into the index of each partner.
 */
export const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customer',
  indexes: [
    { name: 'customer_page', properties: ['partner', 'id'] },
    { name: 'customer_external', properties: ['external_customer_id', 'partner', 'id'] },
    { name: 'customer_name', properties: ['partner', 'company_name_folded', 'id'] },
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
