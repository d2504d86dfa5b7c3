import type { Insertable } from 'kysely';
import { z } from 'zod';
import { customersOf } from './customer.rules.ts';
import { notBefore, timestamp } from '../../kernel/clock.ts';
import { noSuch, type OperationError } from '../../kernel/errors.ts';
import { idBeside } from '../../kernel/id.ts';
import { type ListLength, mapPage, PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { makeEmptyKyc } from '../kyc/kyc.operations.ts';
import { valueOrForgery } from '../../engine/crypto/row-mac.ts';
import { genuinePartner } from '../partner/partner-mac.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import { defineCommand, defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { pageInput } from '../../pipeline/rows/find-page.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { memberNames } from '../../pipeline/input/read-input.ts';
import { totalOf } from '../../pipeline/rows/counter.ts';
import {
  countedFor,
  EVERY_PARTNER,
  locateOwner,
  ownedBy,
  ownerOf,
  ownerSeenBy,
  visibleTo,
} from '../../pipeline/rows/tenancy.ts';
import { foldedName } from './company-name.ts';
import { countMatching, findCustomers } from './find-customers.ts';
import {
  CreateCustomerInput,
  CUSTOMER_FILTERS,
  UpdateCustomerInput,
  updateCustomerInputOf,
} from './customer.input.ts';
import { type CustomerRow, CustomerView, presentCustomer } from './customer.present.ts';

const READ_ONLY = memberNames(CustomerView).filter(
  (name) => !memberNames(CreateCustomerInput).includes(name),
);

const CustomersById = z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) });

/** Creates a customer together with its empty KYC record. */
export const createCustomer = defineCommand({
  name: 'createCustomer',
  addsRowsOnly: true,
  roles: ['partner'],
  input: CreateCustomerInput,
  ignores: READ_ONLY,
  alsoNamed: { customer_id: 'external_customer_id' },
  async run(context, { input }): Promise<CustomerView> {
    const created_at = timestamp(context.now);
    const partner_id = ownerOf(context.caller);
    const row = {
      id: context.newId('cus', 'room'),
      partner_id,
      ...input,
      company_name_folded: foldedName(input.company_name),
      created_at,
      updated_at: created_at,
    };
    await insertCustomer(context.db, { row });
    const id = idBeside(row.id, 'evt', 1);
    await context.record({ ...aboutCustomer(row), id, type: 'customer.created', isFirst: true });
    await makeEmptyKyc(context, { customer_id: row.id, partner_id, country: input.company_country });
    await context.count(ownersOf(partner_id).map((owner) => ({ name: customersOf(owner), by: 1 })));
    return presentCustomer(row);
  },
});

const insertCustomer = statement((db, { row }: { row: Insertable<Tables['customer']> }) =>
  db.insertInto('customer').values(row),
);

export const getCustomer = defineQuery({
  name: 'getCustomer',
  roles: ['partner', 'operator'],
  locate: (context, { customer_id }: CustomerIds) => findCustomer(context, customer_id),
  run: (_context, { subject }): CustomerView => presentCustomer(subject),
});

/** Replaces every property that can change. */
export const updateCustomer = defineCommand({
  name: 'updateCustomer',
  roles: ['partner'],
  ignores: READ_ONLY,
  locate: (context, { customer_id }: CustomerIds) => findCustomer(context, customer_id),
  input: (before) => updateCustomerInputOf(before.company_country),
  form: UpdateCustomerInput,
  async run(
    context,
    { input: { company_country: _same, ...input }, subject: before },
  ): Promise<CustomerView> {
    const changed = Object.entries(input).filter(([name, value]) => Reflect.get(before, name) !== value);
    if (changed.length === 0) return presentCustomer(before);
    const company_name_folded = foldedName(input.company_name);
    const updated_at = notBefore(before.updated_at, context.now);
    const change = { ...input, company_name_folded, updated_at };
    await context.db.updateTable('customer').set(change).where('id', '=', before.id).execute();
    const data = { changed: changed.map(([name]) => name) };
    await context.record({ ...aboutCustomer(before), type: 'customer.updated', data });
    return presentCustomer({ ...before, ...change });
  },
});

export const listCustomers = defineQuery({
  name: 'listCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: pageInput('cus', CUSTOMER_FILTERS),
  locate: locateOwner,
  async run({ db }, { subject: owner, input }) {
    const { external_customer_id, company_name, ...page } = input;
    return mapPage(
      await findCustomers(db, { owner, external_customer_id, company_name }, page),
      presentCustomer,
    );
  },
});

/** The customers with the given ids, for a list that shows them. Customers that the caller may not see are left out. */
export const listCustomersById = defineQuery({
  name: 'listCustomersById',
  roles: ['partner', 'operator'],
  input: CustomersById,
  async run({ db, caller }, { input }): Promise<readonly CustomerView[]> {
    const query = db.selectFrom('customer').selectAll().where('id', 'in', input.customer_ids);
    return (await query.where(visibleTo(caller)).execute()).map(presentCustomer);
  },
});

/**
 * The partner of each of the given customers, or its error if the gateway did not write its row. Customers that the
 * caller may not see are left out.
 */
export const listPartnersOfCustomers = defineQuery({
  name: 'listPartnersOfCustomers',
  roles: ['operator'],
  input: CustomersById,
  async run({ db, rowMacs }, { input }): Promise<ReadonlyMap<string, PartnerView | OperationError>> {
    const rows = await db
      .selectFrom('customer')
      .innerJoin('partner', 'partner.id', 'customer.partner_id')
      .selectAll('partner')
      .select('customer.id as customer_id')
      .where('customer.id', 'in', input.customer_ids)
      .execute();
    return new Map(
      rows.map(({ customer_id, ...row }) => [
        customer_id,
        valueOrForgery(() => genuinePartner(rowMacs, row)),
      ]),
    );
  },
});

/** The length of the list. */
export const countCustomers = defineQuery({
  name: 'countCustomers',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject(CUSTOMER_FILTERS),
  locate: locateOwner,
  run({ db }, { subject: owner, input }): Promise<ListLength> {
    const isFiltered = Object.values(input).some((value) => value !== undefined);
    return isFiltered
      ? countMatching(db, { owner, ...input })
      : totalOf(db, [customersOf(countedFor(owner))]);
  },
});

type CustomerIds = { readonly customer_id: string };

/** The owners of the counters that include a customer: its partner, and all partners. */
const ownersOf = (partnerId: string) => [partnerId, EVERY_PARTNER];
const aboutCustomer = (row: Pick<CustomerRow, 'id' | 'partner_id'>) =>
  ({ subject: `customer/${row.id}`, partnerId: row.partner_id }) as const;

async function findCustomer({ db, caller, rowLocks }: QueryContext, id: string): Promise<CustomerRow> {
  const [row] = await customerById(db, { id, owner: ownerSeenBy(caller) }, rowLocks ? 'locked' : 'read');
  if (row === undefined) throw noSuch('customer');
  return row;
}

const customerById = statement(
  (db, { id, owner }: { id: string; owner: string | null }, use: 'locked' | 'read') =>
    db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', id)
      .where(ownedBy(owner))
      .$call(lockRows({ rowLocks: use === 'locked' })),
);
