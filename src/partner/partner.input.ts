import { z } from 'zod';
import { CURRENCIES } from '../kernel/currency.ts';
import { integerField, orElse, textField } from '../kernel/fields.ts';
import { INTEREST_RATE_DEFAULT, PricingInput } from './pricing.rules.ts';

/** Days in which an offer may be accepted after its approval, by default. */
const OFFER_VALID_DAYS_DEFAULT = 30;
/** Ten years; a longer offer is a mistake. */
const OFFER_VALID_DAYS_MAX = 3_650;

export const REVIEWS = ['auto', 'manual'] as const;
export const ACCOUNT_RATES = ['required', 'optional'] as const;
export const UNKNOWN_INPUTS = ['refuse', 'ignore'] as const;

/** At most one limit for each currency. */
const AutoLimitInput = z
  .array(z.strictObject({ currency: z.enum(CURRENCIES), amount: z.int().min(0) }))
  .max(CURRENCIES.length)
  .refine(
    (limits) => new Set(limits.map(({ currency }) => currency)).size === limits.length,
    'must not have two limits of one currency',
  );

/** The input of every setting of a partner. */
const SETTINGS = {
  name: textField(),
  review: z.enum(REVIEWS),
  auto_accept: z.boolean(),
  account_rates: z.enum(ACCOUNT_RATES),
  interest_rate: PricingInput,
  currencies: z
    .array(z.enum(CURRENCIES))
    .min(1)
    .max(CURRENCIES.length)
    .refine((currencies) => new Set(currencies).size === currencies.length, 'must not name one twice'),
  offer_valid_days: integerField(1, OFFER_VALID_DAYS_MAX),
  auto_limit: AutoLimitInput,
  unknown_input: z.enum(UNKNOWN_INPUTS),
};

export const CreatePartnerInput = z.strictObject({
  name: SETTINGS.name,
  review: orElse(SETTINGS.review, 'auto'),
  auto_accept: orElse(SETTINGS.auto_accept, false),
  account_rates: orElse(SETTINGS.account_rates, 'required'),
  interest_rate: orElse(
    z.strictObject({
      default: orElse(PricingInput.shape.default, INTEREST_RATE_DEFAULT),
      bands: orElse(PricingInput.shape.bands, []),
    }),
    { default: INTEREST_RATE_DEFAULT, bands: [] },
  ),
  currencies: orElse(SETTINGS.currencies, [...CURRENCIES]),
  offer_valid_days: orElse(SETTINGS.offer_valid_days, OFFER_VALID_DAYS_DEFAULT),
  auto_limit: orElse(SETTINGS.auto_limit, []),
  unknown_input: orElse(SETTINGS.unknown_input, 'refuse'),
});

/** Absent and null members keep the present setting. */
export const UpdatePartnerInput = z.strictObject({
  name: SETTINGS.name.nullish(),
  review: SETTINGS.review.nullish(),
  auto_accept: SETTINGS.auto_accept.nullish(),
  account_rates: SETTINGS.account_rates.nullish(),
  interest_rate: z
    .strictObject({
      default: PricingInput.shape.default.nullish(),
      bands: PricingInput.shape.bands.nullish(),
    })
    .nullish(),
  currencies: SETTINGS.currencies.nullish(),
  offer_valid_days: SETTINGS.offer_valid_days.nullish(),
  auto_limit: SETTINGS.auto_limit.nullish(),
  unknown_input: SETTINGS.unknown_input.nullish(),
});
export type PartnerChange = z.output<typeof UpdatePartnerInput>;
