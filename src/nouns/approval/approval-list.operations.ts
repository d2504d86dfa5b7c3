import type { SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import { timestamp } from '../../kernel/clock.ts';
import { lookupId } from '../../kernel/id.ts';
import { mapPage, PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { countOfMany } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineRealTimeQuery, type QueryContext } from '../../pipeline/operation.ts';
import { findPage } from '../../pipeline/rows/find-page.ts';
import { APPROVAL_FILTERS, type ApprovalFilter, ListApprovalsInput } from './approval.input.ts';
import type { ApprovalView } from './approval.present.ts';
import { shownApproval } from './approval.operations.ts';
import { summaries } from './find-approvals.ts';

/** Changes that need two people, newest first. */
export const listApprovals = defineRealTimeQuery({
  name: 'listApprovals',
  roles: ['operator'],
  input: ListApprovalsInput,
  async run(context, { input: { limit, offset, starting_after, ending_before, from, ...filter } }) {
    const pages = { limit, offset, starting_after, ending_before, from };
    const page = await findPage(approvalsOf(context, filter).$call(summaries), pages);
    return mapPage(page, (row) => shownApproval(context, row));
  },
});

export const countApprovals = defineRealTimeQuery({
  name: 'countApprovals',
  roles: ['operator'],
  input: z.strictObject(APPROVAL_FILTERS),
  async run(context, { input }): Promise<number> {
    return countOfMany(approvalsOf(context, input));
  },
});

/** The most changes that wait about one settlement: one of each kind, and one for each of its repayments. */
export const PENDING_OF_OBJECT_MAX = 100;

/**
 * The changes of several records that wait for a second person, by the id of the record. Changes of a repayment count
 * for its settlement.
 */
export const listPendingOf = defineRealTimeQuery({
  name: 'listPendingOf',
  roles: ['operator'],
  input: z.strictObject({ object_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input: { object_ids } }): Promise<ReadonlyMap<string, readonly ApprovalView[]>> {
    const rows = await approvalsOf(context, { status: 'pending' })
      .$call(summaries)
      .where((eb) => eb.or([eb('object_id', 'in', object_ids), eb('settlement_id', 'in', object_ids)]))
      .orderBy('id')
      .limit(object_ids.length * PENDING_OF_OBJECT_MAX)
      .execute();
    const views = rows.map((row) => shownApproval(context, row));
    return new Map(
      object_ids.map((id) => [id, views.filter((view) => view.object_id === id || view.funding_id === id)]),
    );
  },
});

/** A pending change counts as lapsed as soon as its time is over, even if its row does not say so yet. */
function approvalsOf(
  { db, now }: QueryContext,
  { status, operation, object_id, funding_id }: ApprovalFilter,
): SelectQueryBuilder<Tables, 'approval', object> {
  const present = timestamp(now);
  return db
    .selectFrom('approval')
    .$if(status === 'pending', (rows) =>
      rows.where('status', '=', 'pending').where('expires_at', '>', present),
    )
    .$if(status === 'lapsed', (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('status', '=', 'lapsed'),
          eb.and([eb('status', '=', 'pending'), eb('expires_at', '<=', present)]),
        ]),
      ),
    )
    .$if(status === 'approved' || status === 'refused', (rows) => rows.where('status', '=', status ?? ''))
    .$if(operation !== undefined, (rows) => rows.where('operation', '=', operation ?? ''))
    .$if(object_id !== undefined, (rows) => rows.where('object_id', '=', lookupId(object_id ?? '')))
    .$if(funding_id !== undefined, (rows) => rows.where('settlement_id', '=', lookupId(funding_id ?? '')));
}
