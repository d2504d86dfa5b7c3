import { z } from 'zod';
import { dayAt } from '../../../kernel/days.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { defineQuery, nothing, type QueryContext } from '../../../pipeline/operation.ts';
import { statement } from '../../../engine/sql/statement.ts';
import { ownedAmong, ownerSeenBy, visibleTo } from '../../../pipeline/rows/tenancy.ts';
import type { ServicingView } from '../servicing-view.ts';
import type { InstantSettlementSummary } from '../settlement.present.ts';
import { PROVEN_COLUMNS, requireGenuineSettlement } from '../proven-settlements.ts';
import { findFormer, SENT_STATUSES } from './former-servicing.ts';
import { presentServicing } from './servicing.present.ts';
import { requireGenuineServicing } from './servicing-mac.ts';

/** What is owed for several settlements. GraphQL needs it, because it shows settlements in parts. */
export const listServicing = defineQuery({
  name: 'listServicing',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  locate: nothing,
  run: (context, { input: { funding_ids } }) => servicingOf(context, funding_ids),
});

/** The rows of settlements that a partner, or everyone for null, sees, with a setting of their partner. */
const findServicings = statement(
  (db, { ids, owner }: { readonly ids: readonly string[]; readonly owner: string | null }) =>
    db
      .selectFrom('servicing')
      .selectAll()
      .select((eb) => {
        const partner = eb.selectFrom('partner').select('due_notice_days');
        // All rows of a partner have one setting, which is then read once.
        return owner === null
          ? partner.whereRef('partner.id', '=', 'servicing.partner_id').as('notice_days')
          : partner.where('partner.id', '=', owner).as('notice_days');
      })
      .where('id', 'in', ids)
      .where(ownedAmong(owner)),
);

/** What is owed for settlements, by id; without those whose money was never sent. */
async function servicingOf(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServicingView>> {
  const { db, caller, rowMacs } = context;
  const rows = await findServicings(db, { ids, owner: ownerSeenBy(caller) });
  const nowOf = await context.nowsOf(rows.map(({ partner_id }) => partner_id));
  const views = new Map<string, ServicingView>();
  for (const row of rows) {
    requireGenuineServicing(rowMacs, row);
    const today = dayAt(nowOf(row.partner_id));
    views.set(row.id, presentServicing(row, { today, noticeDays: row.notice_days ?? 0 }));
  }
  const missing = ids.filter((id) => !views.has(id));
  if (missing.length === 0) return views;
  return new Map([...views, ...(await formerServicingOf(context, missing))]);
}

/** What is owed for settlements of an earlier version, until their books are open. */
async function formerServicingOf(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServicingView>> {
  const { db, caller, rowMacs } = context;
  const rows = await db
    .selectFrom('instant_settlement')
    .select([...PROVEN_COLUMNS, 'mac'])
    .select((eb) =>
      eb
        .selectFrom('partner')
        .select('due_notice_days')
        .whereRef('partner.id', '=', 'instant_settlement.partner_id')
        .as('notice_days'),
    )
    .where('id', 'in', ids)
    .where('status', 'in', SENT_STATUSES)
    .where(visibleTo(caller))
    .execute();
  for (const row of rows) requireGenuineSettlement(rowMacs, row);
  const former = await findFormer(context, rows);
  const nowOf = await context.nowsOf(rows.map(({ partner_id }) => partner_id));
  return new Map(
    rows.flatMap(({ id, partner_id, notice_days }) => {
      const today = dayAt(nowOf(partner_id));
      const row = former.get(id)?.row;
      return row === undefined
        ? []
        : [[id, presentServicing(row, { today, noticeDays: notice_days ?? 0 })] as const];
    }),
  );
}

/** Whether the money of a settlement was sent, and did not come back from the bank. */
export const isServiced = ({ status }: Pick<InstantSettlementSummary, 'status'>): boolean =>
  SENT_STATUSES.some((each) => each === status);

/** Views of settlements with what is owed for each. */
export async function withServicing<View extends InstantSettlementSummary>(
  context: QueryContext,
  views: readonly View[],
): Promise<View[]> {
  const ids = views.filter(isServiced).map(({ funding_id }) => funding_id);
  if (ids.length === 0) return views.map((view) => ({ ...view, servicing: null }));
  const found = await servicingOf(context, ids);
  return views.map((view) => ({ ...view, servicing: found.get(view.funding_id) ?? null }));
}

/** The view of a settlement with what is owed for it. */
export async function withOwnServicing<View extends InstantSettlementSummary>(
  context: QueryContext,
  view: View,
): Promise<View> {
  const [whole = view] = await withServicing(context, [view]);
  return whole;
}
