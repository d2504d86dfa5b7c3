import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { timestamp } from '../../../kernel/clock.ts';
import { CURRENCIES } from '../../../kernel/currency.ts';
import { throughManyRows } from '../../../engine/sql/many-rows.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { ListLength } from '../../../kernel/page.ts';
import { COUNTED_MAX, countUpToMax } from '../../../pipeline/rows/counted-rows.ts';
import { type PageInput, pageQuery } from '../../../pipeline/rows/find-page.ts';
import { ownedBy } from '../../../pipeline/rows/tenancy.ts';
import { type ConditionAt, conditionOf, IS_SENT } from '../servicing-condition.ts';
import { SERVICING_STATES, type ServicingState } from '../servicing-states.rules.ts';
import { SETTLEMENT_STATUSES, type SettlementStatus } from '../settlement.machine.ts';
import { LISTED_COLUMNS } from '../proven-settlements.ts';
import { lapsedOffers } from './lapsed-offers.ts';
import { statusShown } from './reopened.ts';
import { isCreatedIn, type Period, withinPeriod } from './settlement-period-filter.ts';

/** The filters by what is owed, and by the last change. */
export interface ServicedFilter {
  readonly servicing_state?: readonly ServicingState[] | undefined;
  readonly due_from?: string | undefined;
  readonly due_until?: string | undefined;
  readonly updated_from?: string | undefined;
}

type Filter = ServicedFilter &
  Period & {
    readonly status?: SettlementStatus | readonly SettlementStatus[] | undefined;
    readonly currency?: string | undefined;
  };

interface Asked extends ConditionAt {
  /** Null for all partners. */
  readonly owner: string | null;
  /** Null for all customers. */
  readonly customers: readonly string[] | null;
  /** Whether reopened settlements count as repaid. */
  readonly isRepaidKept: boolean;
}

export const isByServicing = (filter: ServicedFilter): boolean =>
  isByBalance(filter) || filter.updated_from !== undefined;

const isByBalance = ({ servicing_state, due_from, due_until }: ServicedFilter): boolean =>
  servicing_state !== undefined || due_from !== undefined || due_until !== undefined;

/** The rows of a page of a filter by servicing or by the last change. */
export function servicedRows(db: Kysely<Tables>, asked: Asked, filter: Filter, page: PageInput) {
  const range = withinPeriod(page, filter);
  // The first rows of the page are among the first ones of the index of settled ones.
  const reach = { ...range, limit: page.offset + page.limit, offset: 0 };
  return pageQuery(matching(db, asked, filter, reach).select(LISTED_COLUMNS), range);
}

/** How many settlements such a filter selects. */
export async function countServiced(db: Kysely<Tables>, asked: Asked, filter: Filter): Promise<ListLength> {
  const first = { limit: COUNTED_MAX, offset: 0, starting_after: null, ending_before: null } as const;
  const reach = withinPeriod({ ...first, from: 'newest' }, filter);
  return countUpToMax(db, matching(db, asked, filter, reach).select('id'));
}

/** Like `countServiced`, for each of several customers. */
export async function countServicedOfEach(
  db: Kysely<Tables>,
  asked: Asked,
  filter: Filter,
): Promise<ReadonlyMap<string, number>> {
  const rows = await matching(db, asked, filter, null)
    .select((eb) => ['customer_id', eb.fn.countAll<number>().as('count')])
    .groupBy('customer_id')
    .$call(throughManyRows)
    .execute();
  return new Map(rows.map(({ customer_id, count }) => [customer_id, count]));
}

/**
 * The settlements of a filter. An index finds the few rows by what is owed or by the last change; the other conditions
 * are in a form that no index serves, so that planners do not begin with them.
 */
function matching(db: Kysely<Tables>, asked: Asked, filter: Filter, reach: PageInput | null) {
  const { owner, customers, now, isRepaidKept } = asked;
  const { status, currency, updated_from } = filter;
  return db
    .selectFrom('instant_settlement')
    .where(ownedBy(owner))
    .$if(isByBalance(filter), (all) => all.where('id', 'in', servicingIds(db, asked, filter, reach)))
    .$if(updated_from !== undefined, (all) =>
      all.where('id', 'in', updatedIds(db, asked, updated_from ?? '')),
    )
    .$if(customers !== null, (all) => all.where('customer_id', 'in', customers ?? []))
    .$if(status !== undefined, (all) =>
      all.where(statusShown(now, isRepaidKept), 'in', [status ?? []].flat()),
    )
    .$if(currency !== undefined, (all) => all.where(sql<SqlBool>`currency || '' = ${currency}`))
    .where(isCreatedIn(filter));
}

type Ids = SelectQueryBuilder<Tables, 'servicing', { id: string }>;

function servicingIds(
  db: Kysely<Tables>,
  { owner, customers, ...at }: Asked,
  { servicing_state, due_from, due_until, currency, status, updated_from }: Filter,
  reach: PageInput | null,
) {
  const ids = (condition: RawBuilder<SqlBool>): Ids =>
    db
      .selectFrom('servicing')
      .select('id')
      .where(condition)
      .where(IS_SENT)
      .$if(owner !== null, (all) => all.where('partner_id', '=', owner ?? ''))
      .$if(customers !== null, (all) => all.where('customer_id', 'in', customers ?? []))
      .$if(currency !== undefined, (all) => all.where('currency', '=', currency ?? ''))
      .$if(due_from !== undefined, (all) => all.where('due_on', '>=', due_from ?? ''))
      .$if(due_until !== undefined, (all) => all.where('due_on', '<=', due_until ?? ''));
  const states = servicing_state ?? SERVICING_STATES;
  if (states.length === SERVICING_STATES.length) return ids(sql<SqlBool>`1 = 1`);
  // Of the settled ones, the most, only as many are read as the page needs. Another condition might leave some out.
  const isWhole =
    customers !== null || [due_from, due_until, status, updated_from].some((each) => each !== undefined);
  const idsOf = (state: ServicingState): Ids => {
    const all = ids(conditionOf(state, at));
    return state === 'settled' && !isWhole && reach !== null ? pageQuery(all, reach) : all;
  };
  // A part with a limit is a query of its own.
  const parts = states.map((state) => sql`select id from (${idsOf(state)}) as ${sql.ref(state)}`);
  return sql<string>`(${sql.join(parts, sql` union all `)})`;
}

/**
 * The settlements that changed since a moment, by the index of waiting settlements, which has all of them by their last
 * change. A lapsed offer changed when it lapsed.
 */
function updatedIds(db: Kysely<Tables>, { owner, now }: Asked, from: string) {
  const since = timestamp(new Date(from));
  return db
    .selectFrom('instant_settlement')
    .select('id')
    .where(ownedBy(owner))
    .where('status', 'in', SETTLEMENT_STATUSES)
    .where('currency', 'in', CURRENCIES)
    .where('kyc_changed', 'in', [0, 1])
    .where('updated_at', '>=', since)
    .union(lapsedOffers(db, { owner }, now).select('id').where('offer_expires_at', '>=', since));
}
