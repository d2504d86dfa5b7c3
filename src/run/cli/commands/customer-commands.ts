import type { Command } from 'commander';
import {
  listCustomers,
  listCustomersById,
  listPartnersOfCustomers,
} from '../../../nouns/customer/customer.operations.ts';
import { listCustomersByEmail } from '../../../nouns/customer/customer-email.operations.ts';
import type { CustomerView } from '../../../nouns/customer/customer.present.ts';
import { refusal } from '../../../kernel/errors.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { numberOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

/** Customers of each list: by external id, by e-mail address and by name. */
const LIMIT_DEFAULT = 20;

interface FindOptions {
  readonly partner?: string;
  readonly limit: number;
  readonly contact?: boolean;
}

/** `customer find`. */
export function addCustomerCommands(program: Command, session: Session): void {
  const customer = program
    .command('customer')
    .description('customers, whom partners onboard')
    .helpCommand(false);
  customer
    .command('find <text>')
    .description(
      'find customers by id, by external id, by the e-mail address of their contact, or by the beginning of their name, in upper or lower case',
    )
    .option('--partner <partner_id>', 'only customers of this partner')
    .option('--limit <count>', `how many to list, 1 to ${PAGE_LIMIT_MAX}`, numberOf, LIMIT_DEFAULT)
    .option('--contact', 'also show name, e-mail address and phone number of the contacts')
    .action((text: string, options: FindOptions) => findCustomers(session, text, options));
}

async function findCustomers(
  session: Session,
  text: string,
  { partner, limit, contact = false }: FindOptions,
): Promise<void> {
  const { found, partners, hasMore } = await session.operate(async (perform) => {
    const ids = { owner_id: partner ?? null };
    const byId = await perform(listCustomersById, {}, { customer_ids: [text] });
    const lists = [
      await perform(listCustomers, ids, { limit, external_customer_id: text }),
      await perform(listCustomersByEmail, ids, { limit, contact_email: text }),
      await perform(listCustomers, ids, { limit, company_name: text }),
    ];
    const customers = [...byId, ...lists.flatMap(({ rows }) => rows)];
    const each = [...new Map(customers.map((row) => [row.customer_id, row])).values()];
    const partnersOf = new Map<string, string>();
    for (let at = 0; at < each.length; at += PAGE_LIMIT_MAX) {
      const customer_ids = each.slice(at, at + PAGE_LIMIT_MAX).map(({ customer_id }) => customer_id);
      const owners = await perform(listPartnersOfCustomers, {}, { customer_ids });
      for (const [id, { partner_id }] of owners) partnersOf.set(id, partner_id);
    }
    return {
      // The list by ids has customers of every partner.
      found: each.filter(
        ({ customer_id }) => partner === undefined || partnersOf.get(customer_id) === partner,
      ),
      partners: partnersOf,
      hasMore: lists.some(({ hasOlder }) => hasOlder),
    };
  });
  if (found.length === 0) throw refusal('resource_missing', NOT_FOUND);
  const shown = found.map((row) => shownOf(row, partners.get(row.customer_id) ?? '', contact));
  const [first] = shown;
  session.print(
    { customers: shown, has_more: hasMore },
    [Object.keys(first ?? {}), ...shown.map((row) => Object.values(row))],
    ['company_name', 'external_customer_id', 'contact_name', 'contact_email'],
  );
  if (hasMore && session.format !== 'json')
    session.say('There are more; give more of the name, or --partner.');
}

/** The columns to print. Contacts are personal data, so they are printed on request only. */
const shownOf = (row: CustomerView, partner_id: string, contact: boolean) => ({
  customer_id: row.customer_id,
  partner_id,
  external_customer_id: row.external_customer_id,
  company_name: row.company_name,
  company_country: row.company_country,
  ...(contact && {
    contact_name: row.contact_name,
    contact_email: row.contact_email,
    contact_phone: row.contact_phone,
  }),
});

const NOT_FOUND = 'No customer has this id, external id or e-mail address, or a name that begins so.';
