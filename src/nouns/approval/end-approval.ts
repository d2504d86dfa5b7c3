import { timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import { PROVEN_APPROVALS } from './approval-mac.ts';
import type { ApprovalSummary } from './approval.present.ts';
import { aboutApproval, approvalAad, type ApprovalStatus } from './approval.rules.ts';
import { isTrusted, lockPendingOf, SENT, setAside } from './find-approvals.ts';

const changeRow = rowChanges(PROVEN_APPROVALS);

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
  };
  const whole = { ...before, content: SENT };
  const changed = changeRow(context, whole, change, { still: { status: 'pending' }, raced: ended });
  await changed.written;
  const { content: _content, ...after } = changed.after;
  await context.record({ ...aboutApproval(after), type: `approval.${status}`, data: {} });
  return after;
}

/** The error for a change that waits no longer. */
export const ended = () =>
  refusal(
    'conflict',
    'The change no longer waits: it was approved or refused, or has lapsed; look at it again.',
  );

/** Ends a change that waits, because its object has changed. A row that is not trusted is set aside. */
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
