import { refusal } from '../kernel/errors.ts';

interface Papers {
  /** Of the KYC record as it is now. */
  readonly revision: number;
  /** What the offer was approved on. */
  readonly approvedOn: number | null;
  /** What the operator says to have looked at. */
  readonly confirmed: number | null;
}

/**
 * Money goes only against the papers that were approved, or that somebody has looked at since: `kyc_changed` otherwise, and
 * also where what was looked at is not what is there now.
 */
export function requireKycSeen({ revision, approvedOn, confirmed }: Papers): void {
  if ((confirmed ?? approvedOn) === revision) return;
  const says =
    approvedOn === revision
      ? `must be ${revision}, the present revision of the KYC, or absent: nothing changed since the offer was approved`
      : `must be ${revision}, the present revision of the KYC, which changed since the offer was approved; look at it first`;
  throw refusal('kyc_changed', says, { path: ['confirm_kyc_revision'] });
}
