import { timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { forgedRow } from '../../engine/crypto/row-mac.ts';
import { approvalMac, approvalRowAad, recordedApprovalSteps } from './approval-mac.ts';
import type { ApprovalSummary } from './approval.present.ts';
import { aboutApproval, approvalAad, type ApprovalStatus } from './approval.rules.ts';
import { isTrusted, lockPendingOf, SENT, setAside } from './find-approvals.ts';

interface End {
  readonly status: Exclude<ApprovalStatus, 'pending'>;
  /** The operator who ended it; null if it lapsed. */
  readonly checker: string | null;
  readonly now: Date;
  readonly reason?: string;
}

/** Ends a change that waits, once. Throws `conflict` if another person was faster. */
export async function endApproval(
  context: CommandContext,
  before: ApprovalSummary,
  { status, checker, now, reason }: End,
): Promise<ApprovalSummary> {
  const { id } = before;
  const change = {
    status,
    checker,
    decided_at: timestamp(now),
    reason: reason === undefined ? null : context.vault.encrypt(reason, approvalAad('reason', id)),
    steps: before.steps + 1,
  };
  const after = { ...before, ...change };
  const mac = approvalMac(context.rowMacs, { ...after, content: SENT });
  const { numUpdatedRows } = await context.db
    .updateTable('approval')
    .set({ ...change, mac })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((eb) => eb(recordedApprovalSteps(), '=', before.steps))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw await whyNot(context, before);
  await context.record({ ...aboutApproval(after), type: `approval.${status}`, data: {} });
  return { ...after, mac };
}

/** Another person was faster, or the row is older than the trail shows. */
async function whyNot({ db }: CommandContext, { id, steps }: ApprovalSummary): Promise<Error> {
  const row = await db.selectFrom('approval').select('steps').where('id', '=', id).executeTakeFirst();
  return row?.steps === steps ? forgedRow(approvalRowAad(id)) : ended();
}

/** The error for a change that waits no longer. */
export const ended = () =>
  refusal(
    'conflict',
    'The change no longer waits: it was approved or refused, or has lapsed; look at it again.',
  );

/** Ends a change that waits: what it is about has moved on. A row that is not trusted is set aside. */
export async function lapse(
  context: CommandContext,
  row: Parameters<typeof isTrusted>[1],
  now: Date,
): Promise<void> {
  if (isTrusted(context, row)) await endApproval(context, row, { status: 'lapsed', checker: null, now });
  else await setAside(context, row);
}

/** Ends all that waits about an object that left its state. */
export async function lapseOf(context: CommandContext, object: string): Promise<void> {
  for (const row of await lockPendingOf(context, [object])) await lapse(context, row, context.gatewayClock());
}
