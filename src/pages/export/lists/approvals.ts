import { plainAmount } from '../../console-kit/format.ts';
import { type ApprovalFactsFragment, PendingApprovalsDocument } from '../../console-kit/generated/graphql.ts';
import { type Columns, documentExport } from './list.ts';

/** A change of several currencies has a part for each, in one order. */
const APPROVAL: Columns<ApprovalFactsFragment> = [
  ['approval_id', ({ id }) => id],
  ['operation', ({ operation }) => operation],
  ['mutation', ({ mutation }) => mutation],
  ['object_id', ({ objectId }) => objectId ?? ''],
  ['funding_id', ({ settlement }) => settlement?.id ?? ''],
  ['company_name', ({ settlement }) => settlement?.customer.companyName ?? ''],
  ['currency', ({ amounts }) => amounts.map(({ currency }) => currency).join(' ')],
  ['amount', ({ amounts }) => amounts.map(({ amount, currency }) => plainAmount(amount, currency)).join(' ')],
  ['asked_by', ({ makerName }) => makerName ?? ''],
  ['asked_at', ({ createdAt }) => createdAt],
  ['lapses_at', ({ expiresAt }) => expiresAt],
];

export const APPROVAL_EXPORTS = {
  'queue-approvals': documentExport(APPROVAL, PendingApprovalsDocument, ({ page }) => page),
} as const;
