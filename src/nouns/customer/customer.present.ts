import type { Selectable } from 'kysely';
import { z } from 'zod';
import { describedBy } from '../../kernel/input/description.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { CreateCustomerInput } from './customer.input.ts';

export const CustomerView = describedBy(
  CreateCustomerInput,
  z.strictObject({
    customer_id: z.string(),
    external_customer_id: z.string(),
    contact_email: z.string(),
    contact_name: z.string(),
    contact_phone: z.string(),
    contact_country: z.string(),
    company_name: z.string(),
    company_country: z.string(),
    company_sector: z.string(),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  }),
).meta({ id: 'Customer' });
export type CustomerView = z.output<typeof CustomerView>;

export type CustomerRow = Selectable<Tables['customer']>;

/**
 * The columns of the view. A page reads only these, because each text that is read costs a tenth of a microsecond, and
 * a page has hundreds.
 */
export const SHOWN_COLUMNS = [
  'id',
  'external_customer_id',
  'contact_email',
  'contact_name',
  'contact_phone',
  'contact_country',
  'company_name',
  'company_country',
  'company_sector',
  'created_at',
  'updated_at',
] as const;

export type ShownCustomerRow = Pick<CustomerRow, (typeof SHOWN_COLUMNS)[number]>;

export function presentCustomer(row: ShownCustomerRow): CustomerView {
  return {
    customer_id: row.id,
    external_customer_id: row.external_customer_id,
    contact_email: row.contact_email,
    contact_name: row.contact_name,
    contact_phone: row.contact_phone,
    contact_country: row.contact_country,
    company_name: row.company_name,
    company_country: row.company_country,
    company_sector: row.company_sector,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
