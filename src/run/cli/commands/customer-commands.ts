import { z } from 'zod';
import { listCustomersByEmail } from '../../../nouns/customer/customer-email.operations.ts';
import {
  listCustomers,
  listCustomersById,
  listPartnersOfCustomers,
} from '../../../nouns/customer/customer.operations.ts';
import type { CustomerView } from '../../../nouns/customer/customer.present.ts';
import { refusal } from '../../../kernel/errors.ts';
import { integerField } from '../../../kernel/input/fields.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { rowsTable } from '../output/tables.ts';
import type { Perform } from '../session.ts';
import { command } from './command.ts';

/** Customers of each list: by external id, by e-mail address and by name. */
const LIMIT_DEFAULT = 20;
const COLUMNS = [
  'customer_id',
  'partner_id',
  'external_customer_id',
  'company_name',
  'company_country',
] as const;
/** Contacts are personal data, so they are printed on request only. */
const CONTACT = ['contact_name', 'contact_email', 'contact_phone'] as const;

const Find = z.strictObject({
  text: z.string().describe('What the customer is looked for by.'),
  partner: z.string().optional().describe('Only customers of this partner.'),
  limit: integerField(1, PAGE_LIMIT_MAX)
    .default(LIMIT_DEFAULT)
    .describe(`How many to list, 1 to ${PAGE_LIMIT_MAX}.`),
  contact: z
    .boolean()
    .default(false)
    .describe('Also show name, e-mail address and phone number of the contacts.'),
});

export const customerCommands = [
  command({
    name: 'find',
    says: 'find customers by id, by external id, by the e-mail address of their contact, or by the beginning of their name, in upper or lower case',
    takes: Find,
    places: ['text'],
    async run(session, { contact, ...asked }) {
      const { found, hasMore } = await session.operate((perform) => find(perform, asked));
      if (found.length === 0) throw refusal('resource_missing', NOT_FOUND);
      const names = [...COLUMNS, ...(contact ? CONTACT : [])];
      const customers = found.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
      session.print({ customers, has_more: hasMore }, rowsTable(customers, names));
      if (hasMore && session.format !== 'json')
        session.say('There are more; give more of the name, or --partner.');
    },
  }),
];

async function find(perform: Perform, { text, partner, limit }: Omit<z.output<typeof Find>, 'contact'>) {
  const ids = { owner_id: partner ?? null };
  const lists = [
    await perform(listCustomers, ids, { limit, external_customer_id: text }),
    await perform(listCustomersByEmail, ids, { limit, contact_email: text }),
    await perform(listCustomers, ids, { limit, company_name: text }),
  ];
  // By id it is found among all partners.
  const byId = await perform(listCustomersById, {}, { customer_ids: [text] });
  const each = [...byId, ...lists.flatMap(({ rows }) => rows)];
  const customers = [...new Map(each.map((row) => [row.customer_id, row])).values()];
  const found: (CustomerView & { readonly partner_id: string })[] = [];
  for (let at = 0; at < customers.length; at += PAGE_LIMIT_MAX) {
    const rows = customers.slice(at, at + PAGE_LIMIT_MAX);
    const customer_ids = rows.map(({ customer_id }) => customer_id);
    const owners = await perform(listPartnersOfCustomers, {}, { customer_ids });
    for (const row of rows) found.push({ ...row, partner_id: owners.get(row.customer_id)?.partner_id ?? '' });
  }
  return {
    found: found.filter(({ partner_id }) => partner === undefined || partner_id === partner),
    hasMore: lists.some(({ hasOlder }) => hasOlder),
  };
}

const NOT_FOUND = 'No customer has this id, external id or e-mail address, or a name that begins so.';
