import { refusal } from '../../kernel/errors.ts';
import { isAmong, requireConfirmed } from '../operator/people.ts';
import { trustedOperator } from '../operator/find-operator.ts';
import { isUnconfirmed, type OperatorRow } from '../operator/operator.present.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import type { Matter } from '../../pipeline/matter.ts';
import { amountsOf, type ApprovalSummary, operationOf } from './approval.present.ts';
import { isWaiting } from './approval.rules.ts';
import { endApproval } from './end-approval.ts';
import { approversOf } from './approvers.ts';
import { noteAmounts } from './recent-amounts.ts';

/** Whether a change still waits and its object is still in the state that the first person saw. */
export async function isAsAsked(
  { db, rowMacs }: CommandContext,
  row: ApprovalSummary,
  { state }: Pick<Matter, 'state'>,
  now: Date,
): Promise<boolean> {
  if (!isWaiting(row, now) || row.state !== state) return false;
  const maker = await trustedOperator(db, rowMacs, row.maker);
  return maker !== null && maker.disabled_at === null;
}

/**
 * Ends the waiting of a change, because a second person approves it. The caller does it in the same transaction. Throws
 * `permission_denied` if the person may not approve it.
 */
export async function approveAs(
  context: CommandContext,
  person: OperatorRow,
  row: ApprovalSummary,
  now: Date,
): Promise<ApprovalSummary> {
  if (await isAmong(context, person, [row.maker]))
    throw refusal('permission_denied', 'You asked for this change, so another person must approve it.');
  requireConfirmed(person);
  await requireConfirmedMaker(context, row);
  const done = await endApproval(context, row, { status: 'approved', checker: person.id, now });
  const moved = {
    operation: operationOf(row),
    settlement: row.settlement_id,
    amounts: amountsOf(row),
  };
  await noteAmounts(context, row.maker, moved, now);
  return done;
}

/** An operator without a confirmation may be the person who approves, by another account at the issuer. */
async function requireConfirmedMaker({ db, rowMacs }: CommandContext, row: ApprovalSummary): Promise<void> {
  const maker = await trustedOperator(db, rowMacs, row.maker);
  if (maker === null || !isUnconfirmed(maker)) return;
  throw refusal(
    'permission_denied',
    'The person who asked for this change signs in by OpenID Connect and is not confirmed; confirm that person first (confirmOperator).',
  );
}

/** Throws `permission_denied` if a person who approved an offer makes or approves its payout. */
export async function requireNoApprover(
  context: CommandContext,
  person: OperatorRow,
  settlement: string | null,
): Promise<void> {
  if (settlement === null || !(await isAmong(context, person, await approversOf(context, settlement))))
    return;
  throw refusal(
    'permission_denied',
    'You approved this offer, so two other people must make and approve its payout.',
  );
}
