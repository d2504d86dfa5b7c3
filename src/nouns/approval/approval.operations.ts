import { z } from 'zod';
import { timestamp } from '../../kernel/clock.ts';
import { DamageError } from '../../kernel/damage.ts';
import { unlessDamaged } from '../../engine/crypto/row-mac.ts';
import { unpackJson } from '../../engine/json/text.ts';
import { requirePerson } from '../operator/people.ts';
import { defineRealTimeCommand, defineRealTimeQuery } from '../../pipeline/operation.ts';
import { lockFreeRows } from '../../pipeline/rows/row-locks.ts';
import { RefusePendingInput } from './approval.input.ts';
import {
  type ApprovalRow,
  type ApprovalSummary,
  type ApprovalView,
  createsRecords,
  presentApproval,
  presentDamagedApproval,
} from './approval.present.ts';
import { approvalAad, isWaiting } from './approval.rules.ts';
import { approvalRowAad } from './approval-mac.ts';
import { endApproval, ended, lapse } from './end-approval.ts';
import { findAnyApproval, genuine, isTrusted, recorded, setAside } from './find-approvals.ts';
import { reapSecrets } from './approval-secrets.ts';
import { reapAmounts } from './recent-amounts.ts';
import type { QueryContext } from '../../pipeline/operation.ts';

/** One change that needs or needed two people. */
export const getApproval = defineRealTimeQuery({
  name: 'getApproval',
  roles: ['partner', 'operator'],
  locate: findAnyApproval,
  run: (context, { subject }): ApprovalView => shownApproval(context, subject),
});

/** A change as operators see it. One whose row cannot be trusted shows only that it exists. */
export const shownApproval = (context: QueryContext, row: ApprovalSummary): ApprovalView =>
  unlessDamaged(
    () => presentApproval(genuine(context, row), context.vault, context.now),
    () => presentDamagedApproval(row, context.now),
  );

/** What was sent: the ids and the input of the call that waits. */
const Sent = z.strictObject({
  ids: z.record(z.string(), z.string().nullable()),
  input: z.unknown(),
});

const Members = z.record(z.string(), z.unknown());

export const sentIn = (row: ApprovalRow, { vault }: Pick<QueryContext, 'vault'>) =>
  Sent.parse(unpackJson(vault.decrypt(row.content, approvalAad('content', row.id))));

/**
 * The longest input that is shown, as JSON. A longer one is a file, and the person who approves it compares the file.
 */
export const INPUT_BYTES_MAX = 65_536;

/** The input of a change, for the person who approves it; null if it is too long to be shown, or damaged. */
export const getApprovalInput = defineRealTimeQuery({
  name: 'getApprovalInput',
  roles: ['operator'],
  locate: findAnyApproval,
  run: (context, { subject }): { readonly input: unknown } =>
    unlessDamaged(
      () => ({ input: inputIn(context, subject) }),
      () => ({ input: null }),
    ),
});

function inputIn(context: QueryContext, row: ApprovalRow): unknown {
  genuine(context, row);
  const { ids, input: own } = sentIn(row, context);
  // A new record has no id yet, so the change names the record that it belongs to.
  const input = createsRecords(row) ? { ...ids, ...Members.parse(own) } : own;
  return Buffer.byteLength(JSON.stringify(input)) > INPUT_BYTES_MAX ? null : input;
}

/**
 * Refuses the change of another person, or takes back a change of the caller. A change with an untrusted row is set
 * aside, so that it leaves the queue.
 */
export const refusePending = defineRealTimeCommand({
  name: 'refusePending',
  roles: ['operator'],
  input: RefusePendingInput,
  locate: findAnyApproval,
  async run(context, { input: { reason }, subject }): Promise<ApprovalView> {
    const person = await requirePerson(context);
    if (subject.status !== 'pending') throw ended();
    const [row] = await context.db
      .selectFrom('approval')
      .$call(recorded)
      .where('id', '=', subject.id)
      .execute();
    if (row !== undefined && !isTrusted(context, row)) {
      await setAside(context, subject);
      return presentDamagedApproval({ ...subject, status: 'lapsed' }, context.now);
    }
    if (!isWaiting(subject, context.now)) throw ended();
    const end = { status: 'refused', checker: person.id, now: context.now, reason } as const;
    return presentApproval(await endApproval(context, subject, end), context.vault, context.now);
  },
});

/** Changes that one transaction ends. */
const LAPSE_BATCH = 100;

interface Lapsed {
  readonly last: string | null;
  readonly damage: Error | null;
}

/**
 * Ends a batch of changes that no second person approved in time, beginning after an id. Also forgets the amounts of
 * the day before.
 */
export const lapseApprovals = defineRealTimeCommand({
  name: 'lapseApprovals',
  roles: ['operator'],
  input: z.strictObject({ after: z.string() }),
  async run(context, { input: { after } }): Promise<Lapsed> {
    if (after === '') {
      await reapAmounts(context, context.now);
      await reapSecrets(context, context.now);
    }
    const rows = await context.db
      .selectFrom('approval')
      .$call(recorded)
      .where('status', '=', 'pending')
      .where('expires_at', '<=', timestamp(context.now))
      .where('id', '>', after)
      .orderBy('id')
      .limit(LAPSE_BATCH)
      .$call(lockFreeRows(context))
      .execute();
    for (const row of rows) await lapse(context, row, context.now);
    const forged = rows.find((row) => !isTrusted(context, row));
    const damage =
      forged === undefined
        ? null
        : new DamageError('A row is not as the gateway wrote it.', approvalRowAad(forged.id));
    return { last: rows.at(-1)?.id ?? null, damage };
  },
});
