import { z } from 'zod';
import { decimalAmount } from '../../../kernel/currency.ts';
import { listActorNames } from '../../../nouns/api-key/viewer/actor-names.operations.ts';
import { listApprovals } from '../../../nouns/approval/approval-list.operations.ts';
import { getApproval, getApprovalInput, refusePending } from '../../../nouns/approval/approval.operations.ts';
import type { ApprovalView } from '../../../nouns/approval/approval.present.ts';
import { APPROVAL_STATUSES } from '../../../nouns/approval/approval.rules.ts';
import { approvePending } from '../../../nouns/two-people/approve-pending.operations.ts';
import { factsTable } from '../output/tables.ts';
import type { Perform } from '../session/session.ts';
import { command, listCommand, operationCommand } from './command.ts';

const ids = z.object({ approval_id: z.string() });

export default {
  says: 'changes that wait for a second person',
  commands: [
    listCommand({
      name: 'list',
      says: 'list the changes that wait for a second person, or those with another status, the newest first',
      operation: listApprovals,
      ids: z.object({}),
      presets: {
        status: z.enum(APPROVAL_STATUSES).default('pending').describe('Only changes with this status.'),
      },
      member: 'approvals',
      id: 'approval_id',
      columns: [
        ...(['approval_id', 'operation', 'object_id', 'funding_id'] as const),
        ['amounts', amountsOf],
        ...(['maker', 'status', 'expires_at'] as const),
      ],
      onTerminal: ['approval_id', 'operation', ['amounts', amountsOf], 'status', 'expires_at'],
    }),
    command({
      name: 'show',
      says: 'show a change that needs two people: who asked for it, and what was sent',
      takes: z.strictObject({ approval_id: z.string() }),
      places: ['approval_id'],
      async run(session, asked) {
        const shown = await session.operate((perform) => read(perform, asked));
        const facts = Object.entries({ ...shown, amounts: amountsOf(shown) });
        session.print(shown, factsTable(facts));
      },
    }),
    operationCommand({
      name: 'approve',
      says: 'approve a change that another person asked for; it is done in the same moment',
      operation: approvePending,
      ids,
      shows: ({ approval_id, operation, status }) => ({ approval_id, operation, status }),
    }),
    operationCommand({
      name: 'refuse',
      says: 'refuse a change that another person asked for, or take your own one back',
      operation: refusePending,
      ids,
      shows: ({ approval_id, operation, status }) => ({ approval_id, operation, status }),
    }),
  ],
};

function amountsOf({ amounts }: ApprovalView): string {
  return amounts.map(({ currency, amount }) => `${currency} ${decimalAmount(amount, currency)}`).join(', ');
}

/** A change with the names of its people and what was sent. */
async function read(perform: Perform, asked: z.output<typeof ids>) {
  const approval = await perform(getApproval, asked, {});
  const { maker, checker } = approval;
  const actors = checker === null ? [maker] : [maker, checker];
  const names = await perform(listActorNames, {}, { actors });
  const nameOf = (person: string | null): string | null => {
    const name = person === null ? undefined : names.get(person);
    if (name instanceof Error) throw name;
    return name ?? null;
  };
  const { input } = await perform(getApprovalInput, asked, {});
  return { ...approval, maker_name: nameOf(maker), checker_name: nameOf(checker), input };
}
