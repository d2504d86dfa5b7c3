import { refusal } from '../kernel/errors.ts';

interface Papers {
  /** The present revision of the KYC record. */
  readonly revision: number;
  /** The revision at the approval of the offer. */
  readonly approvedOn: number | null;
  /** The revision that the operator confirms to have checked. */
  readonly confirmed: number | null;
}

/**
 * Throws `kyc_changed` unless the present KYC is the approved one or the one that the operator confirms. A confirmation
 * of an older revision does not count.
 */
export function requireKycSeen({ revision, approvedOn, confirmed }: Papers): void {
  if ((confirmed ?? approvedOn) === revision) return;
  const says =
    approvedOn === revision
      ? `must be ${revision}, the present revision of the KYC, or absent: nothing changed since the offer was approved`
      : `must be ${revision}, the present revision of the KYC, which changed since the offer was approved; look at it first`;
  throw refusal('kyc_changed', says, { path: ['confirm_kyc_revision'] });
}
