import { type Kysely, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { textField } from '../../kernel/input/fields.ts';
import { type ListLength, mapPage } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { findPage, pageInput } from '../../pipeline/rows/find-page.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import { locateOwner, ownedBy } from '../../pipeline/rows/tenancy.ts';
import { countUpToMax } from '../../pipeline/rows/counted-rows.ts';
import { presentCustomer, SHOWN_COLUMNS } from './customer.present.ts';

const FILTERS = { contact_email: textField() };

/**
 * Customers with an e-mail address, newest first. The case does not matter, because operators hear addresses on the
 * telephone.
 */
export const listCustomersByEmail = defineQuery({
  name: 'listCustomersByEmail',
  readsMany: true,
  roles: ['operator'],
  input: pageInput('cus', FILTERS),
  locate: locateOwner,
  async run({ db }, { subject: owner, input: { contact_email, ...page } }) {
    const found = withEmail(db, { owner, contact_email }).select(SHOWN_COLUMNS).$call(throughManyRows);
    return mapPage(await findPage(found, page), presentCustomer);
  },
});

/** The length of this list, counted in the index. */
export const countCustomersByEmail = defineQuery({
  name: 'countCustomersByEmail',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(FILTERS),
  locate: locateOwner,
  run: ({ db }, { subject: owner, input: { contact_email } }): Promise<ListLength> =>
    countUpToMax(db, withEmail(db, { owner, contact_email }).select('customer.id')),
});

interface Asked {
  /** A partner; null for all partners. */
  readonly owner: string | null;
  readonly contact_email: string;
}

const withEmail = (db: Kysely<Tables>, { owner, contact_email }: Asked) =>
  db
    .selectFrom('customer')
    .where(ownedBy(owner))
    .where(sql<SqlBool>`lower(contact_email) = lower(${contact_email})`);
