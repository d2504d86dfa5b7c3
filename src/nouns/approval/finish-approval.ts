import type { TwoPeopleOperation } from '../../kernel/two-people.ts';
import { requireTwoPeople } from '../api-key/able-people.ts';
import { findProvider } from '../provider/find-provider.ts';
import { isAnyOn } from '../provider/two-people.rules.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { type ApprovalSummary, operationOf } from './approval.present.ts';
import { keepSecret } from './approval-secrets.ts';

/** After a change that needed two people, enough people must be left to approve the next one. */
export async function requireStillAble(
  context: CommandContext,
  operation: TwoPeopleOperation,
): Promise<void> {
  if (operation === 'operator' && isAnyOn(await findProvider(context))) await requireTwoPeople(context);
}

/** Ends the approval of a change that ran. `made` is its view as text if it has a secret, which its maker fetches. */
export async function finishApproval(
  context: CommandContext,
  row: ApprovalSummary,
  made: string | null,
): Promise<void> {
  await requireStillAble(context, operationOf(row));
  if (made !== null) await keepSecret(context, row, made, context.gatewayClock());
}
