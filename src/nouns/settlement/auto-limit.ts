import { sql } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import type { CommandContext } from '../../pipeline/operation.ts';

interface Asked {
  readonly currency: string;
  readonly amount: number;
}

/**
 * Whether a customer may get an offer of this amount without an operator. Each request locks the KYC record of its
 * customer, so two requests at once cannot both use the rest of the limit.
 */
export async function isWithinLimit(
  context: CommandContext,
  { auto_limit }: PartnerView,
  { customer_id }: Pick<KycRow, 'customer_id'>,
  { currency, amount }: Asked,
): Promise<boolean> {
  const limit = auto_limit.find((each) => each.currency === currency)?.amount;
  if (limit === undefined) return true;
  if (amount > limit) return false;
  return amount + (await outstanding(context, customer_id, currency)) <= limit;
}

/**
 * What a customer owes or may still accept: open offers, accepted offers, and disbursed amounts. They are summed as
 * doubles, which are exact up to 2^53; a larger sum is over every limit.
 */
async function outstanding(
  { db, now }: CommandContext,
  customerId: string,
  currency: string,
): Promise<number> {
  const { total } = await db
    .selectFrom('instant_settlement')
    .select(sql<number | null>`sum(cast(amount as double precision))`.as('total'))
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['approved', 'accepted', 'funded'])
    .where('currency', '=', currency)
    // A lapsed offer does not count, even before the scheduler ends it.
    .where((eb) => eb.or([eb('status', '<>', 'approved'), eb('offer_expires_at', '>', timestamp(now))]))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}
