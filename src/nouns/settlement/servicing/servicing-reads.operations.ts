import { z } from 'zod';
import { dayAt } from '../../../kernel/days.ts';
import type { PromiseOrValue } from '../../../engine/async/promise-or-value.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { statement } from '../../../engine/sql/statement.ts';
import { ownedAmong, ownerSeenBy, visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { type AsOf, asOfDay } from '../servicing-states.rules.ts';
import type { ServicingView } from '../servicing-view.ts';
import type { InstantSettlementSummary } from '../settlement.present.ts';
import { PROVEN_COLUMNS, requireGenuineSettlement } from '../proven-settlements.ts';
import { findFormer, SENT_STATUSES } from './former-servicing.ts';
import { presentServicing } from './servicing.present.ts';
import type { ServicingRow } from './servicing-mac.ts';
import {
  noticeDaysOf,
  type ReadWithServicing,
  servicingOfText,
  type ServicingText,
  servicingText,
  shownAlone,
} from './servicing-text.ts';

/** What is owed for several settlements. GraphQL needs it, because it shows settlements in parts. */
export const listServicing = defineQuery({
  name: 'listServicing',
  roles: ['partner', 'operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  run: (context, { input: { funding_ids } }) => servicingOf(context, funding_ids),
});

/** The rows of settlements that a partner sees, with a setting of their partner. For null, the rows of all partners. */
const findServicings = statement(
  (db, { ids, owner }: { readonly ids: readonly string[]; readonly owner: string | null }) =>
    db
      .selectFrom('servicing')
      .select(['id', servicingText(db).as('servicing_text')])
      .select((eb) => noticeDaysOf(owner, eb.ref('servicing.partner_id')).as('notice_days'))
      .where('id', 'in', ids)
      .where(ownedAmong(owner)),
);

/** What is owed for settlements, by id; without those whose money was never sent. */
async function servicingOf(
  context: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServicingView>> {
  const rows = await findServicings(context.db, { ids, owner: ownerSeenBy(context.caller) });
  const views = await viewsOf(context, rows);
  const missing = ids.filter((id) => !views.has(id));
  if (missing.length === 0) return views;
  return new Map([...views, ...(await formerServicingOf(context, missing))]);
}

/** What is owed for settlements whose rows were read as texts, by id. */
function viewsOf(
  context: QueryContext,
  read: readonly (ServicingText & { readonly id: string })[],
): PromiseOrValue<ReadonlyMap<string, ServicingView>> {
  const rows: [row: ServicingRow, noticeDays: number][] = [];
  for (const { id, servicing_text, notice_days } of read)
    if (servicing_text !== null)
      rows.push([servicingOfText(context.rowMacs, id, servicing_text).row, notice_days ?? 0]);
  const nowOf = context.nowsOf(rows.map(([{ partner_id }]) => partner_id));
  return nowOf instanceof Promise ? nowOf.then((found) => shown(rows, found)) : shown(rows, nowOf);
}

function shown(
  rows: readonly (readonly [row: ServicingRow, noticeDays: number])[],
  nowOf: (partnerId: string) => Date,
): ReadonlyMap<string, ServicingView> {
  const views = new Map<string, ServicingView>();
  // Most lists have the rows of one partner, so they need only one day.
  const days = new Map<string, AsOf>();
  for (const [row, noticeDays] of rows) {
    const known = days.get(row.partner_id);
    const asOf = known ?? asOfDay(dayAt(nowOf(row.partner_id)), noticeDays);
    if (known === undefined) days.set(row.partner_id, asOf);
    views.set(row.id, presentServicing(row, asOf));
  }
  return views;
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
      const asOf = asOfDay(dayAt(nowOf(partner_id)), notice_days ?? 0);
      const row = former.get(id)?.row;
      return row === undefined ? [] : [[id, presentServicing(row, asOf)] as const];
    }),
  );
}

/** Whether the money of a settlement was sent, and did not come back from the bank. */
export const isServiced = ({ status }: Pick<InstantSettlementSummary, 'status'>): boolean =>
  SENT_STATUSES.some((each) => each === status);

/**
 * Views of settlements with what is owed for each. `read` has their rows, if the same statement has read what is owed.
 */
export async function withServicing<View extends InstantSettlementSummary>(
  context: QueryContext,
  views: readonly View[],
  read: readonly ReadWithServicing[] = [],
): Promise<View[]> {
  const taken = read.flatMap(({ id, servicing_text, notice_days }) =>
    servicing_text == null ? [] : [{ id, servicing_text, notice_days: notice_days ?? null }],
  );
  const at = taken.length === 0 ? NONE : viewsOf(context, taken);
  const found = at instanceof Promise ? await at : at;
  const ids = views.flatMap((view) =>
    isServiced(view) && !found.has(view.funding_id) ? [view.funding_id] : [],
  );
  const others = ids.length === 0 ? NONE : await servicingOf(context, ids);
  return views.map((view) => {
    const servicing = isServiced(view) ? (found.get(view.funding_id) ?? others.get(view.funding_id)) : null;
    return { ...view, servicing: servicing ?? null };
  });
}

const NONE: ReadonlyMap<string, ServicingView> = new Map();

/** The view of a settlement with what is owed for it; `read` as for `withServicing`. */
export function withOwnServicing<View extends InstantSettlementSummary>(
  context: QueryContext,
  view: View,
  read: Partial<ServicingText> = {},
): PromiseOrValue<View> {
  const { servicing_text, notice_days } = read;
  if (servicing_text == null || !isServiced(view))
    return withServicing(context, [view]).then(([whole = view]) => whole);
  const found = servicingOfText(context.rowMacs, view.funding_id, servicing_text);
  const { partner_id } = found.row;
  const shownAt = (nowOf: (partnerId: string) => Date): View => {
    const asOf = asOfDay(dayAt(nowOf(partner_id)), notice_days ?? 0);
    return { ...view, servicing: shownAlone(found, asOf) };
  };
  const nowOf = context.nowsOf([partner_id]);
  return nowOf instanceof Promise ? nowOf.then(shownAt) : shownAt(nowOf);
}
