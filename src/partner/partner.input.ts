import { z } from 'zod';
import { SCOPES, ROLES } from '../kernel/caller.ts';
import { CURRENCIES } from '../kernel/currency.ts';
import { INTEREST_RATE_DEFAULT, Pricing } from './pricing.rules.ts';

/** How long an offer may be accepted after its approval, unless the partner's setting says otherwise. */
const OFFER_VALID_DAYS_DEFAULT = 30;
const OFFER_VALID_DAYS_MAX = 3_650;
const NAME_LENGTH_MAX = 255;

const Name = z.string().trim().min(1).max(NAME_LENGTH_MAX);

export const REVIEWS = ['auto', 'manual'] as const;
export const ACCOUNT_RATES = ['required', 'optional'] as const;

export const CreatePartnerInput = z.strictObject({
  name: Name,
  review: z.enum(REVIEWS).default('auto'),
  auto_accept: z.boolean().default(false),
  account_rates: z.enum(ACCOUNT_RATES).default('required'),
  interest_rate: Pricing.default({ default: INTEREST_RATE_DEFAULT, bands: [] }),
  currencies: z
    .array(z.enum(CURRENCIES))
    .min(1)
    .default([...CURRENCIES]),
  offer_valid_days: z.int().min(1).max(OFFER_VALID_DAYS_MAX).default(OFFER_VALID_DAYS_DEFAULT),
});

/** At least this long when it is not made here: 32 characters are out of reach of guessing even from a small alphabet. */
const GIVEN_KEY_LENGTH_MIN = 32;
export const GivenApiKey = z
  .string()
  .min(GIVEN_KEY_LENGTH_MIN)
  .max(255)
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters');

/** Ten years: whoever means longer means never. */
const EXPIRES_IN_SECONDS_MAX = 315_360_000;

export const CreateApiKeyInput = z.strictObject({
  name: Name.default('default'),
  role: z.enum(ROLES).default('partner'),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .default([...SCOPES]),
  /** Seconds until the key stops working; null for never. */
  expires_in: z.int().min(1).max(EXPIRES_IN_SECONDS_MAX).nullable().default(null),
});
