import { type SqlBool, sql } from 'kysely';
import { feeOf } from '../../kernel/rate.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { exposureIn, exposureOfCustomers } from './exposure.ts';

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
export async function isWithinLimit(
  { db, now }: Pick<QueryContext, 'db' | 'now'>,
  { auto_limit }: PartnerView,
  { customer_id }: Pick<KycRow, 'customer_id'>,
  { currency, amount, interest_rate }: Asked,
): Promise<boolean> {
  const limit = auto_limit.find((each) => each.currency === currency)?.amount;
  if (limit === undefined) return true;
  const asked = BigInt(amount) + BigInt(feeOf(amount, interest_rate));
  if (asked > BigInt(limit)) return false;
  const exposures = (await exposureOfCustomers(db, [customer_id], now)).get(customer_id) ?? [];
  const exposure = exposures.find((each) => each.currency === currency);
  return asked + (exposure === undefined ? 0n : exposureIn(exposure)) <= BigInt(limit);
}

/** Whether something that the customer owed was written off and has not been recovered. */
export async function hasClaim({ db }: Pick<QueryContext, 'db'>, customerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('servicing')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('written_off_on', 'is not', null)
    .where(sql<SqlBool>`written_off_principal + written_off_fee > recovered`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
