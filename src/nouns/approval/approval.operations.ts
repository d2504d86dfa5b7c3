import { z } from 'zod';
import { timestamp } from '../../kernel/clock.ts';
import { isForgery } from '../../engine/crypto/row-mac.ts';
import { unpackJson } from '../../engine/json/text.ts';
import { requirePerson } from '../operator/people.ts';
import { defineCommand, defineQuery, nothing, NoInput } from '../../pipeline/operation.ts';
import { lockFreeRows } from '../../pipeline/rows/row-locks.ts';
import { RefusePendingInput } from './approval.input.ts';
import { type ApprovalRow, type ApprovalView, createsRecords, presentApproval } from './approval.present.ts';
import { approvalAad, isWaiting } from './approval.rules.ts';
import { endApproval, ended } from './end-approval.ts';
import { findApproval, genuine, summaries } from './find-approvals.ts';
import { reapSecrets } from './approval-secrets.ts';
import { reapAmounts } from './recent-amounts.ts';
import type { QueryContext } from '../../pipeline/operation.ts';

/** One change that needs or needed two people. */
export const getApproval = defineQuery({
  name: 'getApproval',
  clock: 'gateway',
  roles: ['partner', 'operator'],
  input: NoInput,
  locate: findApproval,
  run: ({ vault, now }, { subject }): ApprovalView => presentApproval(subject, vault, now),
});

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

/** The input of a change, for the person who approves it; null if it is too long to be shown. */
export const getApprovalInput = defineQuery({
  name: 'getApprovalInput',
  clock: 'gateway',
  roles: ['operator'],
  input: NoInput,
  locate: findApproval,
  run(context, { subject }): { readonly input: unknown } {
    const { ids, input: own } = sentIn(subject, context);
    // A new record has no id yet; what it is made for has one.
    const input = createsRecords(subject) ? { ...ids, ...Members.parse(own) } : own;
    return { input: Buffer.byteLength(JSON.stringify(input)) > INPUT_BYTES_MAX ? null : input };
  },
});

/** Refuses a change that another person asked for, or takes the own one back. */
export const refusePending = defineCommand({
  name: 'refusePending',
  clock: 'gateway',
  roles: ['operator'],
  input: RefusePendingInput,
  locate: findApproval,
  async run(context, { input: { reason }, subject }): Promise<ApprovalView> {
    const person = await requirePerson(context);
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

/** Ends a batch of the changes that were not approved in time, after an id, and forgets amounts of the day before. */
export const lapseApprovals = defineCommand({
  name: 'lapseApprovals',
  clock: 'gateway',
  roles: ['operator'],
  input: z.strictObject({ after: z.string() }),
  locate: nothing,
  async run(context, { input: { after } }): Promise<Lapsed> {
    if (after === '') {
      await reapAmounts(context, context.now);
      await reapSecrets(context, context.now);
    }
    const rows = await context.db
      .selectFrom('approval')
      .$call(summaries)
      .where('status', '=', 'pending')
      .where('expires_at', '<=', timestamp(context.now))
      .where('id', '>', after)
      .orderBy('id')
      .limit(LAPSE_BATCH)
      .$call(lockFreeRows(context))
      .execute();
    let damage: Error | null = null;
    for (const row of rows) {
      try {
        await endApproval(context, genuine(context, row), {
          status: 'lapsed',
          checker: null,
          now: context.now,
        });
      } catch (error) {
        if (!isForgery(error)) throw error;
        damage ??= error;
      }
    }
    return { last: rows.at(-1)?.id ?? null, damage };
  },
});
