import { type Kysely, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { countOfMany } from '../../engine/sql/many-rows.ts';
import { mapPage, type Page } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { warnedName } from '../kyc/kyc-warnings.ts';
import {
  cursorOf,
  type Queued,
  queueInput,
  type QueueKind,
  queuePageOf,
  queueQuery,
} from '../../pipeline/rows/find-queue.ts';
import { defineQuery } from '../../pipeline/operation.ts';
import { totalOf } from '../../pipeline/rows/counter.ts';
import { countedFor, ownedBy, locateOwner } from '../../pipeline/rows/tenancy.ts';
import { type FilteredRows, narrowsRows, ROW_FILTERS, rowCondition } from './row-filters.ts';
import { revisionState } from './snooze.rules.ts';
import { type CustomerView, presentCustomer } from '../customer/customer.present.ts';

export const WARNED_CUSTOMERS: QueueKind = { name: 'warned', prefix: 'cus', isInParts: false };

/** Customers with warnings about their KYC details or files. The longest warned come first. */
export const listCustomersWithKycWarnings = defineQuery({
  name: 'listCustomersWithKycWarnings',
  readsMany: true,
  roles: ['operator'],
  input: queueInput(WARNED_CUSTOMERS, ROW_FILTERS),
  locate: locateOwner,
  async run(
    context,
    { subject: owner, input: { snoozed, late, ...page } },
  ): Promise<Page<Queued<CustomerView>>> {
    const { db } = context;
    const warned = db
      .selectFrom('kyc_record')
      .select(['customer_id', 'warned_since'])
      .where('warned_since', 'is not', null)
      .where(await rowCondition(context, { snoozed, late }, ROWS))
      .where(ownedBy(owner));
    const order = { key: 'warned_since', id: 'customer_id' };
    const found = queuePageOf(await queueQuery(warned, order, page).execute(), page);
    const ids = found.rows.map(({ customer_id }) => customer_id);
    const byId = await customersById(db, ids);
    return mapPage(found, ({ customer_id: id, warned_since: key }) => {
      const item = byId.get(id);
      if (item === undefined) throw new Error('A KYC record has no customer.');
      return { cursor: cursorOf(WARNED_CUSTOMERS, { key, id }), item };
    });
  },
});

async function customersById(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CustomerView>> {
  // PostgreSQL does not accept an empty list.
  if (ids.length === 0) return new Map();
  const customers = await db.selectFrom('customer').selectAll().where('id', 'in', ids).execute();
  return new Map(customers.map((customer) => [customer.id, presentCustomer(customer)]));
}

/** The length of this queue. */
export const countCustomersWithKycWarnings = defineQuery({
  name: 'countCustomersWithKycWarnings',
  readsMany: true,
  roles: ['operator'],
  input: z.strictObject(ROW_FILTERS),
  locate: locateOwner,
  async run(context, { subject: owner, input }): Promise<number> {
    const { db } = context;
    if (!narrowsRows(input)) return totalOf(db, [warnedName(countedFor(owner))]);
    return countOfMany(
      db
        .selectFrom('kyc_record')

        .where('warned_since', 'is not', null)
        .where(await rowCondition(context, input, ROWS))
        .where(ownedBy(owner)),
    );
  },
});

const ROWS: FilteredRows = {
  queue: 'warnings',
  id: 'kyc_record.customer_id',
  state: revisionState(sql.ref('kyc_record.revision')),
  waitsSince: (moment) => sql<SqlBool>`warned_since <= ${moment}`,
};
