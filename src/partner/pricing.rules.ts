import { z } from 'zod';

/** What the provider charges: the first band that fits the currency and the period, else the default. Rates are decimals. */
export const Pricing = z.strictObject({
  default: z.number().min(0).max(1),
  bands: z
    .array(
      z.strictObject({
        currency: z.string().length(3),
        period_days_max: z.int().min(1),
        rate: z.number().min(0).max(1),
      }),
    )
    .max(700),
});
export type Pricing = z.output<typeof Pricing>;

export const INTEREST_RATE_DEFAULT = 0.002;

export function interestRate(pricing: Pricing, currency: string, periodDays: number): number {
  const band = pricing.bands
    .filter((candidate) => candidate.currency === currency && periodDays <= candidate.period_days_max)
    .toSorted((a, b) => a.period_days_max - b.period_days_max)[0];
  return band?.rate ?? pricing.default;
}
