import { z } from 'zod';
import { settlementId } from '../../settlement/find-settlement.ts';
import { lookupId } from '../../../kernel/id.ts';
import { mapPage } from '../../../kernel/page.ts';
import { valueOrForgery } from '../../../engine/crypto/row-mac.ts';
import { countOfMany, throughManyRows } from '../../../engine/sql/many-rows.ts';
import { defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { totalOf } from '../../../pipeline/rows/counter.ts';
import { findPage, pageQuery } from '../../../pipeline/rows/find-page.ts';
import { countedFor, ownerAsked, ownerSeenBy, visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { findPageOfEach } from '../../../pipeline/rows/union-of-pages.ts';
import { REPAYMENT_STATUSES } from '../repayment.machine.ts';
import {
  CountRepaymentsOfInput,
  ListRepaymentsInput,
  ListRepaymentsOfInput,
  REPAYMENT_FILTERS,
  RepaymentsAsked,
} from '../repayment.input.ts';
import type { RepaymentRow, RepaymentView } from '../repayment.present.ts';
import { totalName } from '../repayment.rules.ts';
import { isNarrow, repaymentsOf, repaymentsOfSettlement } from './find-repayments.ts';
import { listedRepayment } from './listed-repayment.ts';

type ListIds = { readonly funding_id: string | null; readonly owner_id: string | null };

export const listRepayments = defineQuery({
  name: 'listRepayments',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: ListRepaymentsInput,
  locate: locateList,
  async run(context, { ids, subject: owner, input: { funding_id, ...input } }) {
    const { limit, offset, starting_after, ending_before, from, ...filter } = input;
    const settlement = settlementAsked(ids, funding_id);
    const rows =
      settlement === null
        ? repaymentsOf(context, owner, filter)
        : repaymentsOfSettlement(context, { settlement, owner }, filter);
    // The repayments of one settlement are few.
    const query = rows
      .selectAll()
      .$if(settlement === null && Object.keys(filter).length > 0, throughManyRows);
    const page = await findPage(query, { limit, offset, starting_after, ending_before, from });
    return mapPage(page, (row) => listedRepayment(context, row));
  },
});

/** The length of the list. */
export const countRepayments = defineQuery({
  name: 'countRepayments',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject(REPAYMENT_FILTERS),
  locate: locateList,
  async run(context, { ids, subject: owner, input: { funding_id, ...filter } }): Promise<number> {
    const settlement = settlementAsked(ids, funding_id);
    if (settlement === null && !isNarrow(filter)) {
      const statuses = filter.status ?? REPAYMENT_STATUSES;
      return totalOf(
        context.db,
        statuses.map((status) => totalName(countedFor(owner), status)),
      );
    }
    const rows =
      settlement === null
        ? repaymentsOf(context, owner, filter)
        : repaymentsOfSettlement(context, { settlement, owner }, filter);
    return countOfMany(rows);
  },
});

/** A page for each of several settlements, in one query. */
export const listRepaymentsOfSettlements = defineQuery({
  name: 'listRepaymentsOfSettlements',
  roles: ['partner', 'operator'],
  input: ListRepaymentsOfInput,
  async run(context, { input: { funding_ids, ...input } }) {
    const { limit, offset, starting_after, ending_before, from, ...filter } = input;
    const range = { limit, offset, starting_after, ending_before, from };
    const owner = ownerSeenBy(context.caller);
    const queryOf = (settlement: string) => {
      const rows = pageQuery(
        repaymentsOfSettlement(context, { settlement, owner }, filter).selectAll(),
        range,
      );
      return context.db.selectFrom(rows.as('page')).selectAll();
    };
    const parentOf = ({ settlement_id }: RepaymentRow) => settlement_id;
    return findPageOfEach(
      funding_ids,
      { queryOf, parentOf, present: (row) => listedRepayment(context, row) },
      range,
    );
  },
});

/** Repayments by id; those that the caller may not see are missing. */
export const listRepaymentsById = defineQuery({
  name: 'listRepaymentsById',
  roles: ['partner', 'operator'],
  input: RepaymentsAsked,
  async run(context, { input: { repayment_ids } }): Promise<ReadonlyMap<string, RepaymentView | Error>> {
    const rows = await context.db
      .selectFrom('repayment')
      .selectAll()
      .where('id', 'in', repayment_ids)
      .where(visibleTo(context.caller))
      .execute();
    return new Map(rows.map((row) => [row.id, valueOrForgery(() => listedRepayment(context, row))]));
  },
});

/** The number of repayments of each of several settlements. */
export const countRepaymentsOfSettlements = defineQuery({
  name: 'countRepaymentsOfSettlements',
  roles: ['partner', 'operator'],
  input: CountRepaymentsOfInput,
  async run(context, { input: { funding_ids, ...filter } }): Promise<ReadonlyMap<string, number>> {
    const { caller } = context;
    const rows = await repaymentsOf(context, null, filter)
      .select(({ fn }) => ['settlement_id', fn.countAll<number>().as('count')])
      .where('settlement_id', 'in', funding_ids)
      .where(visibleTo(caller))
      .groupBy('settlement_id')
      .$call(throughManyRows)
      .execute();
    return new Map(rows.map(({ settlement_id, count }) => [settlement_id, count]));
  },
});

/** The partner whose list it is; null for all. Throws `resource_missing` if the caller may not see the settlement. */
async function locateList(context: QueryContext, { funding_id, owner_id }: ListIds): Promise<string | null> {
  const owner = ownerAsked(context.caller, owner_id);
  if (funding_id !== null) await settlementId(context, { funding_id });
  return owner;
}

/** The settlement of the path or of the filter; null for all. */
const settlementAsked = ({ funding_id: named }: ListIds, filter: string | undefined): string | null =>
  named ?? (filter === undefined ? null : lookupId(filter));
