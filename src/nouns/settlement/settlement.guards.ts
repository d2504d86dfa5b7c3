import { type OperationError, refusal } from '../../kernel/errors.ts';
import { refusalOfIncomplete } from '../kyc/kyc.operations.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import type { SettlementStep } from './settlement-events.rules.ts';
import { hasLapsed, type Offer } from './settlement.rules.ts';

/** The input of a guard: the settlement before the event, the KYC record of its customer, and more facts. */
export interface GuardInput {
  readonly settlement: Offer & { readonly approved_kyc_revision: number | null };
  readonly now: Date;
  /** Locked until the transaction ends; null if the event needs no KYC. */
  readonly kyc: KycRow | null;
  /** The revision of the KYC record that the operator has checked. */
  readonly confirmedKycRevision: number | null;
}

/** The error if the machine allows an event and the guard does not; null if the guard allows it too. */
type Guard = (input: GuardInput) => OperationError | null;

/** An offer cannot be decided after its end, even if the scheduler has not written its end yet. */
const notLapsed: Guard = ({ settlement, now }) =>
  hasLapsed(settlement, now)
    ? refusal('funding_status_invalid', 'The offer has lapsed; request funding again.')
    : null;

const kycComplete: Guard = (input) => refusalOfIncomplete(kycIn(input));

/** If the operator names a KYC revision, the offer is made only on that revision. */
const kycAsConfirmed: Guard = (input) => {
  const { revision } = kycIn(input);
  const { confirmedKycRevision: confirmed } = input;
  return confirmed === null || confirmed === revision
    ? null
    : kycChanged(`must be ${revision}, the present revision of the KYC; look at it first`);
};

/**
 * Money is sent only if the KYC revision was approved, or an operator has checked it since. A confirmed revision that
 * is not the present one is refused too.
 */
const kycUnchanged: Guard = (input) => {
  const { revision } = kycIn(input);
  const approvedOn = input.settlement.approved_kyc_revision;
  if ((input.confirmedKycRevision ?? approvedOn) === revision) return null;
  const says =
    approvedOn === revision
      ? `must be ${revision}, the present revision of the KYC, or absent: nothing changed since the offer was approved`
      : `must be ${revision}, the present revision of the KYC, which changed since the offer was approved; look at it first`;
  return kycChanged(says);
};

const kycChanged = (says: string): OperationError =>
  refusal('kyc_changed', says, { path: ['confirm_kyc_revision'] });

/** The guards of each event. They run after the machine, and the first guard that refuses gives the error. */
const GUARDS: Readonly<Record<SettlementStep, readonly Guard[]>> = {
  submit: [kycComplete],
  approve: [kycAsConfirmed],
  deny: [],
  accept: [notLapsed],
  reject: [notLapsed],
  expire: [],
  withdraw: [notLapsed],
  disburse: [kycComplete, kycUnchanged],
  revoke: [],
  repay: [],
  return: [],
  reopen: [],
};

/** Throws if a guard refuses the event. */
export function requireGuards(event: SettlementStep, input: GuardInput): void {
  for (const guard of GUARDS[event]) {
    const refused = guard(input);
    if (refused !== null) throw refused;
  }
}

function kycIn({ kyc }: GuardInput): KycRow {
  if (kyc === null) throw new Error('An event whose guards look at the KYC record was given none.');
  return kyc;
}
