import { type SelectQueryBuilder, sql } from 'kysely';
import { noSuch } from '../../kernel/errors.ts';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';
import { isGenuineApproval, recordedApprovalSteps, requireGenuineApproval } from './approval-mac.ts';
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

/** Whether the gateway wrote the row. */
export const isWritten = ({ rowMacs }: Pick<QueryContext, 'rowMacs'>, row: ApprovalSummary): boolean =>
  isGenuineApproval(rowMacs, { ...row, content: SENT });

/** The row, after a check that the gateway wrote it. */
export function genuine({ rowMacs }: Pick<QueryContext, 'rowMacs'>, row: ApprovalSummary): ApprovalSummary {
  requireGenuineApproval(rowMacs, { ...row, content: SENT });
  return row;
}

/** A row with the number of its steps in the trail. */
type RecordedApproval = ApprovalSummary & { readonly recorded: number | null };

/** The rows of a query of approvals, for `isTrusted`. */
export const recorded = <Output>(rows: SelectQueryBuilder<Tables, 'approval', Output>) =>
  rows.select(SUMMARY).select(recordedApprovalSteps().as('recorded'));

/** Whether the gateway wrote the row, and it is not older than the trail shows. */
export const isTrusted = (context: Pick<QueryContext, 'rowMacs'>, row: RecordedApproval): boolean =>
  row.recorded === row.steps && isWritten(context, row);

const pendingOf = statement(
  (db, { objects }: { readonly objects: readonly string[] }, lock: 'locked' | 'free') =>
    db
      .selectFrom('approval')
      .$call(recorded)
      .where('object_id', 'in', objects)
      .where('status', '=', 'pending')
      .orderBy('id')
      .$call(lockRows({ rowLocks: lock === 'locked' })),
);

/** What waits for a second person about some objects, locked until the transaction ends. Not trusted yet. */
export const lockPendingOf = (
  { db, rowLocks }: Pick<QueryContext, 'db' | 'rowLocks'>,
  objects: readonly string[],
): Promise<readonly RecordedApproval[]> => pendingOf(db, { objects }, rowLocks ? 'locked' : 'free');

/**
 * Ends the waiting of an untrusted row, so that it blocks neither its object nor a new request for the same change. Its
 * MAC stays wrong: the audit still names it, and no person can approve it.
 */
export async function setAside({ db }: Pick<QueryContext, 'db'>, { id }: Pick<ApprovalSummary, 'id'>) {
  await db
    .updateTable('approval')
    .set({ status: 'lapsed' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * SQL: whether any change of an object waits. The statement that changes the row of the object asks this too, so most
 * moves need no further statement. It misses nothing: the transaction has locked the row, and a person who asks for a
 * change locks it too.
 */
export const waitsAbout = (object: string) =>
  sql`exists (select 1 from approval where object_id = ${object} and status = 'pending')`;

type ApprovalIds = { readonly approval_id: string };

/** An approval with what was sent; not locked, and not trusted. Throws `resource_missing` for partners too. */
export async function findAnyApproval(
  { db, caller }: QueryContext,
  { approval_id }: ApprovalIds,
): Promise<ApprovalRow> {
  const row =
    caller.role === 'operator'
      ? await db.selectFrom('approval').selectAll().where('id', '=', approval_id).executeTakeFirst()
      : undefined;
  if (row === undefined) throw noSuch('approval');
  return row;
}

/** The same, after a check that the gateway wrote it. */
export async function findApproval(context: QueryContext, ids: ApprovalIds): Promise<ApprovalRow> {
  const row = await findAnyApproval(context, ids);
  requireGenuineApproval(context.rowMacs, row);
  return row;
}
