import { z } from 'zod';
import { listCustomersByEmail } from '../../../nouns/customer/customer-email.operations.ts';
import { listCustomers, listCustomersById } from '../../../nouns/customer/customer.operations.ts';
import { refusal } from '../../../kernel/errors.ts';
import { rowsTable } from '../output/tables.ts';
import type { Perform } from '../session/session.ts';
import { command, limitField } from './command.ts';
import { partnersOf } from './partners-of.ts';

/** The most customers of each list: by external id, by e-mail address and by name. */
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
  text: z.string().describe('How the customer is searched.'),
  partner: z.string().optional().describe('Only customers of this partner.'),
  limit: limitField(LIMIT_DEFAULT),
  contact: z
    .boolean()
    .default(false)
    .describe('Also show name, e-mail address and phone number of the contacts.'),
});

export default {
  says: 'customers of partners',
  commands: [
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
  ],
};

async function find(perform: Perform, { text, partner, limit }: Omit<z.output<typeof Find>, 'contact'>) {
  const ids = { owner_id: partner ?? null };
  const lists = [
    await perform(listCustomers, ids, { limit, external_customer_id: text }),
    await perform(listCustomersByEmail, ids, { limit, contact_email: text }),
    await perform(listCustomers, ids, { limit, company_name: text }),
  ];
  // An id finds a customer of any partner.
  const byId = await perform(listCustomersById, {}, { customer_ids: [text] });
  const each = [...byId, ...lists.flatMap(({ rows }) => rows)];
  const customers = [...new Map(each.map((row) => [row.customer_id, row])).values()];
  const partners = await partnersOf(
    perform,
    customers.map(({ customer_id }) => customer_id),
  );
  const found = customers.map((row) => ({ ...row, partner_id: partners.get(row.customer_id) ?? '' }));
  return {
    found: found.filter(({ partner_id }) => partner === undefined || partner_id === partner),
    hasMore: lists.some(({ hasOlder }) => hasOlder),
  };
}

const NOT_FOUND = 'No customer has this id, external id or e-mail address, or a name that begins so.';
