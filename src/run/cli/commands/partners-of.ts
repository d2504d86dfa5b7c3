import { listPartnersOfCustomers } from '../../../nouns/customer/customer.operations.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import type { Perform } from '../session/session.ts';

/** The partner of each customer, by the id of the customer. */
export async function partnersOf(perform: Perform, ids: readonly string[]): Promise<Map<string, string>> {
  const partners = new Map<string, string>();
  for (let at = 0; at < ids.length; at += PAGE_LIMIT_MAX) {
    const customer_ids = ids.slice(at, at + PAGE_LIMIT_MAX);
    const found = await perform(listPartnersOfCustomers, {}, { customer_ids: [...new Set(customer_ids)] });
    for (const [id, partner] of found) {
      if (partner instanceof Error) throw partner;
      partners.set(id, partner.partner_id);
    }
  }
  return partners;
}
