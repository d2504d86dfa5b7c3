import type { Selectable } from 'kysely';
import { z } from 'zod';
import { DAMAGED_NAME, knownTime } from '../../kernel/damage.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { isTwoPeopleOperation, TWO_PEOPLE_OPERATIONS } from '../../kernel/two-people.ts';
import type { MovedAmount } from '../../pipeline/matter.ts';
import { APPROVAL_STATUSES, approvalAad, type ApprovalStatus, isWaiting } from './approval.rules.ts';

export const ApprovalView = z.strictObject({
  approval_id: z.string(),
  operation: z.enum(TWO_PEOPLE_OPERATIONS).describe('The change.'),
  mutation: z.string().describe('The mutation that was sent.'),
  object_id: z
    .string()
    .nullable()
    .describe('The id of the record that it changes; null if it creates records.'),
  funding_id: z.string().nullable().describe('The settlement that it is about; null if it is about none.'),
  amounts: z
    .array(z.strictObject({ currency: z.string(), amount: z.number() }))
    .describe('The money that it moves, once for each currency; empty if it moves none.'),
  maker: z.string(),
  created_at: z.string().describe('When it was asked for, in UTC.'),
  expires_at: z.string().describe('When it lapses unless a second person approves it, in UTC.'),
  status: z.enum(APPROVAL_STATUSES).describe('What became of it.'),
  checker: z.string().nullable(),
  decided_at: z.string().nullable().describe('When it was approved or refused, or lapsed, in UTC.'),
  reason: z.string().nullable().describe('Why it was refused.'),
  is_damaged: z
    .boolean()
    .describe(
      'Whether its record is not as the gateway wrote it. Then it cannot be approved, and its other members are replaced: refuse it, and ask for the change again. `audit verify` names the record.',
    ),
});
export type ApprovalView = z.output<typeof ApprovalView>;

export type ApprovalRow = Selectable<Tables['approval']>;

/** The row without what was sent, which may have megabytes. */
export type ApprovalSummary = Omit<ApprovalRow, 'content'>;

/** The beginning of the object of an approval if the change creates records. */
const INPUT = 'input/';
export const objectOfInput = (fingerprint: string): string => `${INPUT}${fingerprint}`;

/** Whether a change creates records, which have no id yet. */
export const createsRecords = ({ object_id }: Pick<ApprovalRow, 'object_id'>): boolean =>
  object_id.startsWith(INPUT);

const Amounts = z.array(z.strictObject({ currency: z.string(), amount: z.number() }));

export const amountsOf = ({ amounts }: Pick<ApprovalRow, 'amounts'>): readonly MovedAmount[] =>
  Amounts.parse(JSON.parse(amounts));

/** An approval at a moment. If no person ended it in time, it has lapsed. */
export function presentApproval(row: ApprovalSummary, vault: Vault, now: Date): ApprovalView {
  const hasLapsed = row.status === 'pending' && !isWaiting(row, now);
  return {
    approval_id: row.id,
    operation: operationOf(row),
    mutation: row.command,
    object_id: createsRecords(row) ? null : row.object_id,
    funding_id: row.settlement_id,
    amounts: [...amountsOf(row)],
    maker: row.maker,
    created_at: row.created_at,
    expires_at: row.expires_at,
    status: hasLapsed ? 'lapsed' : statusOf(row),
    checker: row.checker,
    decided_at: hasLapsed ? row.expires_at : row.decided_at,
    reason: row.reason === null ? null : vault.decrypt(row.reason, approvalAad('reason', row.id)),
    is_damaged: false,
  };
}

/**
 * An approval whose row cannot be trusted. The list shows that the row exists and its stored status, but no content.
 */
export function presentDamagedApproval(row: ApprovalSummary, now: Date): ApprovalView {
  const status = APPROVAL_STATUSES.find((each) => each === row.status) ?? 'lapsed';
  return {
    approval_id: row.id,
    operation: isTwoPeopleOperation(row.operation) ? row.operation : 'provider_settings',
    mutation: DAMAGED_NAME,
    object_id: createsRecords(row) ? null : row.object_id,
    funding_id: row.settlement_id,
    amounts: [],
    maker: '',
    created_at: knownTime(row.created_at),
    expires_at: knownTime(row.expires_at),
    status: status === 'pending' && !isWaiting(row, now) ? 'lapsed' : status,
    checker: null,
    decided_at: null,
    reason: null,
    is_damaged: true,
  };
}

/** The MAC of the row was checked, so its words are known. */
export function operationOf({ operation }: Pick<ApprovalRow, 'operation'>) {
  if (!isTwoPeopleOperation(operation)) throw new Error('An approval has an unknown operation.');
  return operation;
}

function statusOf({ status }: Pick<ApprovalRow, 'status'>): ApprovalStatus {
  const known = APPROVAL_STATUSES.find((each) => each === status);
  if (known === undefined) throw new Error('An approval has an unknown status.');
  return known;
}
