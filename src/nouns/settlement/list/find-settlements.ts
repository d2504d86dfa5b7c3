import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '../../../kernel/page.ts';
import { countOfMany, throughManyRows } from '../../../engine/sql/many-rows.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import {
  indexPageQuery,
  isFar,
  type PageInput,
  pageOfRows,
  pageQuery,
  pageStatement,
} from '../../../pipeline/rows/find-page.ts';
import { ownedAmong, ownedBy, type visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { partitionPages, settlementsIn } from './index-partitions.ts';
import { isByServicing, type ServicedFilter, servicedRows } from './settlements-by-servicing.ts';
import { lapsedIn, lapseEffect, statusReadAt, isNotLapsed } from './lapsed-offers.ts';
import { changesReopened, reopenedChange, statusShown } from './reopened.ts';
import { isCreatedIn, isInPeriod, type Period, withinPeriod } from './settlement-period-filter.ts';
import type { ConditionAt } from '../servicing-condition.ts';
import { LISTED_COLUMNS, type ListedRow } from '../proven-settlements.ts';
import { type ServicingText, servicingTextFor } from '../servicing/servicing-text.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { type SettlementFilter, statusesOf } from '../settlement.rules.ts';

interface Asked {
  readonly owner: string | null;
  /** Null for all of them. */
  readonly customer: string | null;
  readonly now: Date;
  /** Whether reopened settlements count as repaid. */
  readonly isRepaidKept: boolean;
}

/** Whether rows take along what is owed. Null is another shape, so each is a statement of its own. */
interface Taking {
  readonly servicing: true | null;
}

/** A row of a frequent list may have taken along what is owed. */
type FoundRow = ListedRow & Partial<ServicingText>;

type Filter = SettlementFilter & Period & ServicedFilter;

/** The most frequent lists: all settlements, the settlements of a partner, and the settlements of a customer. */
const findOwned = pageStatement('partner_id', (db, { owner, servicing }: Taking & Pick<Asked, 'owner'>) =>
  db
    .selectFrom('instant_settlement')
    .select(LISTED_COLUMNS)
    .$if(servicing !== null, (all) => all.select(servicingTextFor(db, owner))),
);
const findOfCustomer = pageStatement(
  'customer_id',
  (db, given: Taking & { readonly owner: string | null; readonly within: string | null }) =>
    unfiltered(db, given).$if(given.servicing !== null, (all) =>
      all.select(servicingTextFor(db, given.owner)),
    ),
);

function unfiltered(
  db: Kysely<Tables>,
  { owner, within }: { readonly owner: string | null; readonly within: string | null },
) {
  return (
    db
      .selectFrom('instant_settlement')
      .select(LISTED_COLUMNS)
      // With a condition on each row, PostgreSQL would expect only a few rows and sort them all.
      .where((eb) =>
        eb.exists(db.selectFrom('customer').select('id').where('id', '=', within).where(ownedAmong(owner))),
      )
  );
}

/** A page of one customer, of one partner if an index serves the filter, or of several index partitions. */
export async function findSettlements(
  db: Kysely<Tables>,
  {
    owner,
    customer,
    now,
    isRepaidKept,
    policy,
    isWhole,
  }: Asked & ConditionAt & Pick<QueryContext, 'isWhole'>,
  { created_from, created_until, status, currency, ...rest }: PageInput & Filter,
): Promise<Page<FoundRow>> {
  const { servicing_state, due_from, due_until, updated_from, ...page } = rest;
  const serviced = { servicing_state, due_from, due_until, updated_from };
  if (isByServicing(serviced)) {
    const customers = customer === null ? null : [customer];
    const asked = { owner, customers, now, policy, isRepaidKept };
    const all = { ...serviced, status, currency, created_from, created_until };
    return pageOfRows(await servicedRows(db, asked, all, page).$call(throughManyRows).execute(), page);
  }
  const filter = { status, currency };
  const hasPeriod = isInPeriod({ created_from, created_until });
  if (status === undefined && currency === undefined && !hasPeriod)
    return customer === null
      ? findOwned(db, { within: owner, owner, servicing: isWhole ? true : null }, page)
      : findOfCustomer(db, { within: customer, owner, servicing: isWhole ? true : null }, page);
  const range = withinPeriod(page, { created_from, created_until });
  if (customer !== null) {
    const rows = await customerPage(db, { owner, customer, now, isRepaidKept }, filter, range).execute();
    return pageOfRows(rows, page);
  }
  const all = db.selectFrom('instant_settlement').select(LISTED_COLUMNS).where(ownedBy(owner));
  const pageOf = async (query: typeof all) => pageOfRows(await pageQuery(query, range).execute(), page);
  const [one, ...others] = status === undefined ? [] : statusesOf(status);
  const filters = others.length + [one, currency].filter((each) => each !== undefined).length;
  // For two bounds on the id, SQLite would read the partner's whole list between them. Index partitions have only
  // matching rows.
  const hasOwnIndex = owner !== null && !hasPeriod;
  const effect = lapseEffect(status);
  const isMerged = effect === 'adds' || (isRepaidKept && changesReopened(status));
  if (isMerged || filters > (hasOwnIndex ? 1 : 0)) {
    return pageOfRows(await findMergedRows(db, { owner, filter, now, isRepaidKept }, range), page);
  }
  return pageOf(
    all
      .$if(one !== undefined, (some) => some.where('status', '=', one ?? ''))
      .$if(effect === 'removes', (some) => some.where(isNotLapsed(db, { owner, currency }, now)))
      .$if(currency !== undefined, (some) => some.where('currency', '=', currency ?? '')),
  );
}

/** The query of a page of one customer. It uses no index of the partner, because that would read more rows. */
export function customerPage(
  db: Kysely<Tables>,
  { owner, customer, now, isRepaidKept }: Asked & { readonly customer: string },
  filter: SettlementFilter,
  range: PageInput,
) {
  if (filter.status === undefined && filter.currency === undefined) {
    return indexPageQuery(unfiltered(db, { owner, within: customer }), ['customer_id', customer], range);
  }
  const all = db.selectFrom('instant_settlement').select(LISTED_COLUMNS).where(ownedAmong(owner));
  return pageQuery(ofCustomer(all, { customer, now, isRepaidKept }, filter), range).$call(throughManyRows);
}

/**
 * A customer has few settlements, so its own index is the best one. The form of the filter on statuses keeps SQLite
 * from the index on statuses, which would read all settlements of the partner in that status.
 */
function ofCustomer<Row>(
  query: SelectQueryBuilder<Tables, 'instant_settlement', Row>,
  { customer, now, isRepaidKept }: Omit<Asked, 'owner'>,
  { status, currency }: SettlementFilter,
) {
  const statuses = sql.join([...statusesOf(status)]);
  return query
    .where('customer_id', '=', customer)
    .$if(status !== undefined, (all) =>
      all.where(sql<SqlBool>`${statusShown(now, isRepaidKept)} in (${statuses})`),
    )
    .$if(currency !== undefined, (all) => all.where(sql<SqlBool>`currency || '' = ${currency}`));
}

/** Reads enough rows from each index partition for the page and the part before it. */
function findMergedRows(
  db: Kysely<Tables>,
  asked: Omit<Asked, 'customer'> & { readonly filter: SettlementFilter },
  page: PageInput,
): Promise<ListedRow[]> {
  const reach = { ...page, limit: page.offset + page.limit, offset: 0 };
  const pages = partitionPages(db, { ...asked, reach });
  return settlementsIn(db, pages)
    .orderBy('id', page.from === 'newest' ? 'desc' : 'asc')
    .limit(page.limit + 1)
    .offset(page.offset)
    .$if(isFar(page.offset * pages.length), throughManyRows)
    .execute();
}

/** The number of settlements created in a period. No counter has times, so they are counted in an index. */
export async function countInPeriod(
  db: Kysely<Tables>,
  { owner, customer, now, isRepaidKept }: Asked,
  filter: Filter,
): Promise<number> {
  const all = db.selectFrom('instant_settlement').where(isCreatedIn(filter));
  const { status, currency } = filter;
  const query =
    customer === null
      ? all
          .where(ownedBy(owner))
          .$if(status !== undefined, (some) => some.where('status', 'in', statusesOf(status)))
          .$if(currency !== undefined, (some) => some.where('currency', '=', currency ?? ''))
      : ofCustomer(all.where(ownedAmong(owner)), { customer, now, isRepaidKept }, filter);
  const count = await countOfMany(query);
  if (customer !== null) return count;
  const lapsed = await lapsedIn(db, owner, filter, now);
  const reopened = isRepaidKept ? await reopenedChange(db, { ...filter, owner, customer }) : 0;
  return count + lapsed + reopened;
}

interface OfCustomers {
  readonly isVisible: ReturnType<typeof visibleTo>;
  readonly customerIds: readonly string[];
  readonly now: Date;
}

export async function countInPeriodOfEach(
  db: Kysely<Tables>,
  { isVisible, customerIds, now }: OfCustomers,
  filter: Filter,
): Promise<ReadonlyMap<string, number>> {
  const { status, currency } = filter;
  const rows = await db
    .selectFrom('instant_settlement')
    .select((eb) => ['customer_id', eb.fn.countAll<number>().as('count')])
    .where('customer_id', 'in', customerIds)
    .where(isVisible)
    .where(isCreatedIn(filter))
    .$if(status !== undefined, (all) => all.where(statusReadAt(now), 'in', statusesOf(status)))
    .$if(currency !== undefined, (all) => all.where('currency', '=', currency ?? ''))
    .groupBy('customer_id')
    .$call(throughManyRows)
    .execute();
  return new Map(rows.map(({ customer_id, count }) => [customer_id, count]));
}
