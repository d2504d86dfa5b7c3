import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { bandFor } from '../../kernel/rate.ts';
import { SETTLEMENT_PERIOD_DAYS } from './settlement-period.ts';
import { describedBy } from '../../kernel/input/description.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { priceRateField } from '../../kernel/input/fields.ts';

const Rate = priceRateField();
/** One band for each currency and period. More bands would be duplicates. */
export const BANDS_MAX = CURRENCIES.length * SETTLEMENT_PERIOD_DAYS.max;

const BandInput = typeNamed(
  'InterestRateBandInput',
  z.strictObject({
    currency: z.enum(CURRENCIES).describe('ISO 4217, such as HKD.'),
    period_days_max: z
      .int()
      .min(SETTLEMENT_PERIOD_DAYS.min)
      .max(SETTLEMENT_PERIOD_DAYS.max)
      .describe('The longest settlement period of the band, in days.'),
    rate: Rate.describe('A decimal, such as 0.002.'),
  }),
).describe('The rate of requests in a currency, up to a settlement period.');

/** Interest rates as an operator sends them. A band that matches no possible request is refused. */
export const PricingInput = z.strictObject({
  default: Rate.describe('The interest rate if no band fits; a decimal, such as 0.002.'),
  bands: z
    .array(BandInput)
    .max(BANDS_MAX)
    .refine(
      (bands) =>
        new Set(bands.map((band) => `${band.currency} ${band.period_days_max}`)).size === bands.length,
      'must not have two bands of one currency and period',
    )
    .describe('Interest rates by currency and longest period. They replace all present ones.'),
});

export const PricingBand = describedBy(
  BandInput,
  z.strictObject({ currency: z.string(), period_days_max: z.int().min(0), rate: z.number() }),
);

/** Interest rates, as stored and shown: a rate for each currency and period, and a default. Rates are decimals. */
export const Pricing = describedBy(
  PricingInput,
  z.strictObject({
    default: z.number(),
    bands: z.array(PricingBand).describe('The rates of currencies and periods that do not have the default.'),
  }),
);
export type Pricing = z.output<typeof Pricing>;

export const INTEREST_RATE_DEFAULT = 0.002;

export function interestRate(pricing: Pricing, currency: string, periodDays: number): number {
  const band = bandFor(pricing.bands, ({ period_days_max }) => period_days_max, currency, periodDays);
  return band?.rate ?? pricing.default;
}

/** The lowest and the highest rate of a pricing for a currency, the default among them. */
export function rateRange(
  { bands, default: otherwise }: Pricing,
  currency: string,
): { readonly lowest: number; readonly highest: number } {
  const rates = [otherwise, ...bands.filter((band) => band.currency === currency).map(({ rate }) => rate)];
  return { lowest: Math.min(...rates), highest: Math.max(...rates) };
}
