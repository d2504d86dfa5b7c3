import { type CommandContext, defineCommand } from '../../pipeline/operation.ts';
import { type Denial, DENIAL_BY } from './denial.rules.ts';
import { findSettlement } from '../find-settlement.ts';
import { encryptedNote, type Move, moveSettlement } from '../move-settlement.ts';
import { rolesFor } from '../settlement.machine.ts';
import { type InstantSettlementView, presentSettlement, type SettlementRow } from '../settlement.present.ts';
import { DenialInput, StepBackInput } from './underwriting.input.ts';

/** Denies a request, with a reason code that the partner sees and a note for operators only. */
export const denyInstantSettlement = defineCommand({
  name: 'denyInstantSettlement',
  roles: rolesFor('deny'),
  input: DenialInput,
  locate: findSettlement,
  run: (context, { input: { reason, note }, subject }) =>
    deny(context, subject, { event: 'deny', data: { reason } }, { reason, note }),
});

/** Withdraws an offer that was not answered yet. */
export const withdrawInstantSettlement = defineStepBack('withdrawInstantSettlement', 'withdraw');

/** Revokes an accepted offer whose money was not sent yet. */
export const revokeInstantSettlement = defineStepBack('revokeInstantSettlement', 'revoke');

function defineStepBack(name: string, event: 'withdraw' | 'revoke') {
  return defineCommand({
    name,
    roles: rolesFor(event),
    input: StepBackInput,
    locate: findSettlement,
    run: (context, { input, subject }) =>
      deny(context, subject, { event }, { reason: DENIAL_BY[event], note: input.reason }),
  });
}

interface Why {
  readonly reason: Denial;
  /** For operators only. */
  readonly note: string | null;
}

async function deny(
  context: CommandContext,
  settlement: SettlementRow,
  move: Move,
  { reason, note }: Why,
): Promise<InstantSettlementView> {
  const denial_note = encryptedNote(context, 'denial_note', settlement.id, note);
  const change = { denial_reason: reason, denial_note };
  const after = await moveSettlement(context, settlement, [{ ...move, change }]);
  return presentSettlement(after, context);
}
