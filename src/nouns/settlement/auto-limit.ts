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
 * Whether a customer may be offered this much more without an operator. Each request locks the KYC record of its
 * customer, so two requests at once cannot both use what is left of the limit.
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
 * What a customer owes or may still accept: open offers, accepted offers, and what was disbursed. Summed as doubles,
 * which are exact up to 2^53; any larger sum is over every limit.
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
