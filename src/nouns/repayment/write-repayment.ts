import { notBefore, timestamp } from '../../kernel/clock.ts';
import { statement } from '../../engine/sql/statement.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';
import { lapseOf } from '../approval/end-approval.ts';
import { waitsAbout } from '../approval/find-approvals.ts';
import type { Allocation } from '../settlement/servicing/servicing.facts.ts';
import type { ProvenRow } from '../settlement/proven-settlements.ts';
import type { RepaymentEvent, RepaymentStatus } from './repayment.machine.ts';
import { readableReference, type RepaymentRow, repaymentStatusOf } from './repayment.present.ts';
import { PROVEN_REPAYMENTS, withRepaymentMac } from './repayment-mac.ts';
import {
  advance,
  type EncryptedRepaymentColumn,
  eventTypeOf,
  repaymentAad,
  type Source,
  statusInvalid,
  totalName,
} from './repayment.rules.ts';

const changeRow = rowChanges(PROVEN_REPAYMENTS, waitsAbout);

const NOTHING: Allocation = { refund: 0, fee: 0, principal: 0, recovery: 0, excess: 0 };

/** The columns of what a repayment paid. */
export const allocationColumns = ({ refund, fee, principal, recovery, excess }: Allocation) => ({
  allocated_principal: principal,
  allocated_fee: fee,
  allocated_refund: refund,
  allocated_excess: excess,
  allocated_recovery: recovery,
});

/** What is known of a repayment before it is stored. */
export interface Draft {
  readonly id: string;
  readonly amount: number;
  readonly received_on: string;
  readonly source: Source;
  readonly reference: string | null;
}

export const newRepaymentId = (context: CommandContext): string => context.newId('rep');

/** The columns of a reference: encrypted, and hashed so that it is found. */
export const referenceColumns = (context: CommandContext, id: string, reference: string | null) => ({
  reference: encryptedText(context, 'reference', id, reference),
  reference_hash: reference === null ? null : context.referenceHash.make(reference),
});

/** Encrypts a text for its column. Absent text is null. */
export const encryptedText = (
  { vault }: CommandContext,
  column: EncryptedRepaymentColumn,
  id: string,
  text: string | null,
) => (text === null ? null : vault.encrypt(text, repaymentAad(column, id)));

/** The row of a repayment that a partner reported, or that the provider received. */
export function newRepaymentRow(
  context: CommandContext,
  settlement: ProvenRow,
  { reference, ...draft }: Draft,
  opened: { readonly status: 'reported' } | { readonly status: 'received'; readonly allocation: Allocation },
): RepaymentRow {
  const now = timestamp(context.now);
  const report = { amount: draft.amount, received_on: draft.received_on, reference };
  return withRepaymentMac(context.rowMacs, {
    ...draft,
    settlement_id: settlement.id,
    partner_id: settlement.partner_id,
    customer_id: settlement.customer_id,
    currency: settlement.currency,
    ...referenceColumns(context, draft.id, reference),
    status: opened.status,
    ...allocationColumns(opened.status === 'received' ? opened.allocation : NOTHING),
    reported:
      opened.status === 'reported'
        ? encryptedText(context, 'reported', draft.id, JSON.stringify(report))
        : null,
    reversed_on: null,
    reversal_kind: null,
    reversal_reason: null,
    decline_reason: null,
    created_at: now,
    updated_at: now,
    steps: 1,
  });
}

/** Stores new repayments, and counts them. Their events are recorded by `recordStatus`. */
export async function storeRepayments(context: CommandContext, rows: readonly RepaymentRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE)
    await insertRepayments(context.db, { rows: rows.slice(at, at + INSERTED_AT_ONCE) });
  await context.count(rows.flatMap((row) => repaymentCounts(row, repaymentStatusOf(row), 1)));
}

/** Rows of one statement, whose making holds the event loop. */
const INSERTED_AT_ONCE = 50;

const insertRepayments = statement((db, { rows }: { readonly rows: readonly RepaymentRow[] }) =>
  db.insertInto('repayment').values(rows),
);

/** Records that a repayment came to a status. */
export async function recordStatus(
  context: CommandContext,
  { id, partner_id }: Pick<RepaymentRow, 'id' | 'partner_id'>,
  status: RepaymentStatus,
): Promise<void> {
  await context.record({ type: eventTypeOf(status), subject: `repayment/${id}`, partnerId: partner_id });
}

/**
 * Moves a repayment by an event of its machine. Throws `repayment_status_invalid` if the machine does not allow it or
 * another change came first, and `service_unavailable` if the row is older than the trail shows.
 */
export async function moveRepayment(
  context: CommandContext,
  before: RepaymentRow,
  event: RepaymentEvent,
  change: Partial<RepaymentRow>,
): Promise<RepaymentRow> {
  const from = repaymentStatusOf(before);
  const status = advance(from, event);
  const updated_at = notBefore(before.updated_at, context.now);
  const moved = { reference_hash: hashAgain(context, before), ...change, status, updated_at };
  const raced = () => statusInvalid(from, event);
  const { after, written } = changeRow(context, before, moved, { still: { status: from }, raced });
  if (await written) await lapseOf(context, before.id);
  await context.count([...repaymentCounts(before, from, -1), ...repaymentCounts(before, status, 1)]);
  return after;
}

/**
 * The hash of a stored reference, made with the first secret. The row gets a new MAC with that secret. A rotation looks
 * only for MACs of other secrets, so it would not make the hash again.
 */
function hashAgain({ vault, referenceHash }: CommandContext, before: RepaymentRow): string | null {
  const reference = readableReference(before, vault);
  return typeof reference === 'string' ? referenceHash.make(reference) : before.reference_hash;
}

/** The counters that include a repayment of a status. */
export const repaymentCounts = (
  { partner_id }: Pick<RepaymentRow, 'partner_id'>,
  status: RepaymentStatus,
  by: 1 | -1,
) => [partner_id, EVERY_PARTNER].map((owner) => ({ name: totalName(owner, status), by }));
