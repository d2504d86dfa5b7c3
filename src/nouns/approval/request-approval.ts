import { daysLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { packJson } from '../../engine/json/text.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import type { OperatorRow } from '../operator/operator.present.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import type { PendingApproval } from '../../pipeline/matter.ts';
import type { Asked } from '../../pipeline/second-person.ts';
import { withApprovalMac } from './approval-mac.ts';
import { type ApprovalRow, type ApprovalSummary, objectOfInput, operationOf } from './approval.present.ts';
import { aboutApproval, approvalAad, PENDING_MAX, WAITS_DAYS } from './approval.rules.ts';

/** The lock for the number of changes that wait. */
const REQUESTS = 'approvals';

/** Keeps a change until a second person approves it. Throws `limit_reached` if too many wait. */
export async function requestApproval(
  context: CommandContext,
  person: OperatorRow,
  asked: Asked,
  now: Date,
): Promise<ApprovalRow> {
  const [fingerprint] = await asked.fingerprints();
  await context.awaitName(REQUESTS);
  await requireRoom(context, now);
  const { matter } = asked;
  const id = context.newId('apv');
  const content = packJson({ ids: asked.ids, input: asked.input });
  const row = withApprovalMac(context.rowMacs, {
    id,
    operation: asked.operation,
    command: asked.name,
    object_id: matter.object ?? objectOfInput(fingerprint),
    settlement_id: matter.settlement,
    partner_id: matter.partner,
    state: matter.state,
    fingerprint,
    content: context.vault.encrypt(content, approvalAad('content', id)),
    amounts: JSON.stringify(matter.amounts),
    maker: person.id,
    created_at: timestamp(now),
    expires_at: timestamp(daysLater(now, WAITS_DAYS)),
    status: 'pending',
    checker: null,
    decided_at: null,
    reason: null,
    steps: 1,
  });
  await context.db.insertInto('approval').values(row).execute();
  await context.record({ ...aboutApproval(row), type: 'approval.requested', isFirst: true, data: {} });
  return row;
}

async function requireRoom({ db }: QueryContext, now: Date): Promise<void> {
  const waiting = db
    .selectFrom('approval')
    .where('status', '=', 'pending')
    .where('expires_at', '>', timestamp(now));
  if ((await countOf(waiting)) < PENDING_MAX) return;
  throw refusal(
    'limit_reached',
    `At most ${PENDING_MAX} changes wait for a second person; approve some first.`,
  );
}

/** What the response to the person who asked shows. */
export const pendingOf = (row: ApprovalSummary, { name }: OperatorRow): PendingApproval => ({
  approval_id: row.id,
  operation: operationOf(row),
  maker: name,
  expires_at: row.expires_at,
});
