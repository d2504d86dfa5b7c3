import { feeOf } from '../../kernel/rate.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import { type CustomerStanding, exposureOf } from './customer-standing.ts';

interface Asked {
  readonly currency: string;
  readonly amount: number;
  readonly interest_rate: number;
}

/**
 * Whether a customer may get an offer of this amount without an operator: with amount and fee of this request, its
 * exposure stays within the limit. Each request locks the KYC record of its customer, so two requests at once cannot
 * both use the rest of the limit.
 */
export function isWithinLimit(
  { auto_limit }: Pick<PartnerView, 'auto_limit'>,
  standing: CustomerStanding,
  { currency, amount, interest_rate }: Asked,
): boolean {
  const limit = auto_limit.find((each) => each.currency === currency)?.amount;
  if (limit === undefined) return true;
  const asked = BigInt(amount) + BigInt(feeOf(amount, interest_rate));
  return asked + exposureOf(standing, currency) <= BigInt(limit);
}

/** Whether something that the customer owed was written off and has not been recovered. */
export const hasClaim = ({ claims }: CustomerStanding): boolean => claims.size > 0;
