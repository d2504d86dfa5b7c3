import { type SelectQueryBuilder, sql } from 'kysely';
import { refusal } from '../../kernel/errors.ts';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { requireGenuineApproval } from './approval-mac.ts';
import type { ApprovalRow, ApprovalSummary } from './approval.present.ts';

/** All columns but what was sent. */
const SUMMARY = [
  'id',
  'operation',
  'command',
  'object_id',
  'settlement_id',
  'partner_id',
  'state',
  'fingerprint',
  'amounts',
  'maker',
  'created_at',
  'expires_at',
  'status',
  'checker',
  'decided_at',
  'reason',
  'steps',
  'mac',
] as const satisfies readonly (keyof ApprovalSummary)[];

/** Stands for the content, which each approval has. The MAC covers only its presence. */
export const SENT: Encrypted = 'v1.sent.';

/** The rows of a query of approvals, without what was sent. */
export const summaries = <Output>(rows: SelectQueryBuilder<Tables, 'approval', Output>) =>
  rows.select(SUMMARY);

/** The row, after a check that the gateway wrote it. */
export function genuine({ rowMacs }: Pick<QueryContext, 'rowMacs'>, row: ApprovalSummary): ApprovalSummary {
  requireGenuineApproval(rowMacs, { ...row, content: SENT });
  return row;
}

const pendingOf = statement(
  (db, { objects }: { readonly objects: readonly string[] }, lock: 'locked' | 'free') =>
    db
      .selectFrom('approval')
      .select(SUMMARY)
      .where('object_id', 'in', objects)
      .where('status', '=', 'pending')
      .orderBy('id')
      .$call(lockRows({ rowLocks: lock === 'locked' })),
);

/** What waits for a second person about some objects, locked until the transaction ends. */
export async function lockPendingOf(
  context: Pick<QueryContext, 'db' | 'rowLocks' | 'rowMacs'>,
  objects: readonly string[],
): Promise<readonly ApprovalSummary[]> {
  const rows = await pendingOf(context.db, { objects }, context.rowLocks ? 'locked' : 'free');
  return rows.map((row) => genuine(context, row));
}

/**
 * Whether anything waits about an object, for `returning` of a statement that changes its row: so the move of an object
 * that nothing waits about costs no further statement. The transaction has locked the row before, and a person who asks
 * for a change locks it too. So nothing that is committed meanwhile is missed.
 */
export const waitsAbout = (object: string) =>
  sql<
    number | boolean
  >`exists (select 1 from approval where object_id = ${object} and status = 'pending')`.as('waits');

type ApprovalIds = { readonly approval_id: string };

/** An approval with what was sent; not locked. Throws `resource_missing` for partners too. */
export async function findApproval(
  context: QueryContext,
  { approval_id }: ApprovalIds,
): Promise<ApprovalRow> {
  const row =
    context.caller.role === 'operator'
      ? await context.db.selectFrom('approval').selectAll().where('id', '=', approval_id).executeTakeFirst()
      : undefined;
  if (row === undefined) throw refusal('resource_missing', 'There is no such approval.');
  requireGenuineApproval(context.rowMacs, row);
  return row;
}
