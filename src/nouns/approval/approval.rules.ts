import { timestamp } from '../../kernel/clock.ts';

/** What became of a change that needs two people. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'refused', 'lapsed'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const STATUS_MEANINGS: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'It waits for a second person.',
  approved: 'A second person approved it, and it was done in the same moment.',
  refused: 'A second person refused it, or the person who asked took it back.',
  lapsed: 'It was not approved in time, or what it is about moved on.',
};

/** How long a change waits for a second person. A week spans a holiday and a weekend. */
export const WAITS_DAYS = 7;

/** The most changes that wait at once. More would not be read with care. */
export const PENDING_MAX = 1_000;

/** How many days the amounts of one person add up: 24 hours. */
export const SUM_DAYS = 1;

/**
 * How long the same change is refused after its approval. If two people press the button at the same moment, the change
 * is done once. Without this time the second press would ask for it again.
 */
export const JUST_APPROVED_SECONDS = 60;

/** How long the person who asked can fetch the secret that a change made: as long as a change may wait. */
export const SECRET_DAYS = 7;

/** The encrypted columns of an approval. */
type EncryptedApprovalColumn = 'content' | 'reason';

/** The additional authenticated data of an encrypted column: binds it to its row. */
export const approvalAad = (column: EncryptedApprovalColumn, id: string) => `approval.${column}/${id}`;

/** The same for a kept response. */
export const secretAad = (approvalId: string) => `approval_secret.content/${approvalId}`;

/** Subject and partner of an event about an approval. It is the provider's, so that no partner learns of it. */
export const aboutApproval = ({ id }: { readonly id: string }) =>
  ({ subject: `approval/${id}`, partnerId: null }) as const;

interface Ending {
  readonly status: string;
  readonly expires_at: string;
}

/** Whether a change still waits for a second person at a moment. */
export const isWaiting = ({ status, expires_at }: Ending, now: Date): boolean =>
  status === 'pending' && expires_at > timestamp(now);
