import { refusal } from '../../kernel/errors.ts';
import { sentIn } from '../approval/approval.operations.ts';
import { type ApprovalSummary, type ApprovalView, presentApproval } from '../approval/approval.present.ts';
import { approveAs, isAsAsked, requireNoApprover } from '../approval/approve.ts';
import { finishApproval } from '../approval/finish-approval.ts';
import { ended } from '../approval/end-approval.ts';
import { findApproval } from '../approval/find-approvals.ts';
import { requirePerson } from '../operator/people.ts';
import { findProvider } from '../provider/find-provider.ts';
import { type CommandContext, defineCommand } from '../../pipeline/operation.ts';
import type { Matter } from '../../pipeline/matter.ts';
import { WAITING_OPERATIONS } from './waiting-operations.ts';

/**
 * A second person approves a change. The operation runs again in the same transaction, on the present records. It locks
 * its object before the approval, in the same order as a call by the second person.
 */
export const approvePending = defineCommand({
  name: 'approvePending',
  roles: ['operator'],
  locate: findApproval,
  async run(context, { subject }): Promise<ApprovalView> {
    const operation = WAITING_OPERATIONS.get(subject.command);
    if (operation === undefined) throw new Error(`There is no operation ${subject.command}.`);
    let approved: ApprovalSummary | null = null;
    await operation.run(context, sentIn(subject, context), async (matter) => {
      approved = await approve(context, subject, matter);
      return (made) => finishApproval(context, subject, made);
    });
    return presentApproval(approved ?? subject, context.vault, context.gatewayClock());
  },
});

async function approve(
  context: CommandContext,
  row: ApprovalSummary,
  matter: Matter | null,
): Promise<ApprovalSummary> {
  const person = await requirePerson(context);
  if (row.status !== 'pending') throw ended();
  const now = context.gatewayClock();
  if (matter === null || !(await isAsAsked(context, row, matter, now)))
    throw refusal(
      'conflict',
      'The change has lapsed, because its object has changed since; ask for it again.',
    );
  if (row.operation === 'disburse' && (await findProvider(context)).separate_roles)
    await requireNoApprover(context, person, matter.settlement);
  return approveAs(context, person, row, now);
}
