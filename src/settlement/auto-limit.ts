import { sql } from 'kysely';
import { timestamp } from '../kernel/clock.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import type { CommandContext } from '../pipeline/operation.ts';

interface Asked {
  readonly currency: string;
  readonly amount: number;
}

/**
 * Whether a customer may be offered so much more without anybody looking. Requests of one customer come one after another,
 * since each holds its KYC record: two at once cannot both fit into what is left.
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
 * What a customer was offered and has not paid back: offers that may still be accepted, those that were, and what was
 * disbursed. Summed as doubles: whole numbers are exact up to 2^53, and what is more than that is over every limit.
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
    // An offer that has lapsed is over, also before the clock says so.
    .where((eb) => eb.or([eb('status', '<>', 'approved'), eb('offer_expires_at', '>', timestamp(now))]))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}
