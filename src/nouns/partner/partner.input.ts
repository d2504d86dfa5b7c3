import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { amountField, integerField, orElse, textField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { INTEREST_RATE_DEFAULT, PricingInput } from './pricing.rules.ts';

/** Default number of days after its approval in which an offer may be accepted. */
const OFFER_VALID_DAYS_DEFAULT = 30;
/** Ten years. A longer offer is probably a mistake. */
const OFFER_VALID_DAYS_MAX = 3_650;

export const REVIEWS = ['auto', 'policy', 'manual'] as const;
export const REVIEW_MEANINGS: Readonly<Record<(typeof REVIEWS)[number], string>> = {
  auto: 'A request is approved at once. It waits for an operator if the customer would owe more than its limit, owes something that was written off, or is on hold, or if the rate is above the ceiling.',
  policy: 'The live policy approves, denies, or leaves a request to an operator.',
  manual: 'Each request waits for an operator, whom the live policy advises.',
};

export const ACCOUNT_RATES = ['required', 'optional'] as const;
export const ACCOUNT_RATES_MEANINGS: Readonly<Record<(typeof ACCOUNT_RATES)[number], string>> = {
  required: 'A request for funding needs both rates.',
  optional: 'Either rate may be null or absent.',
};

export const UNKNOWN_INPUTS = ['refuse', 'ignore'] as const;
export const UNKNOWN_INPUT_MEANINGS: Readonly<Record<(typeof UNKNOWN_INPUTS)[number], string>> = {
  refuse: 'The request is refused, which shows typing errors.',
  ignore: 'They are left out, and named in the header `Fundgate-Ignored`.',
};

export const REPAYMENT_ORDERS = ['fee_first', 'principal_first'] as const;
export type RepaymentOrder = (typeof REPAYMENT_ORDERS)[number];
export const REPAYMENT_ORDER_MEANINGS: Readonly<Record<RepaymentOrder, string>> = {
  fee_first: 'A repayment pays the fee first, and then the principal.',
  principal_first: 'A repayment pays the principal first, and then the fee.',
};

export const V1_MEMBERS = ['all', 'interface'] as const;
export const V1_MEMBERS_MEANINGS: Readonly<Record<(typeof V1_MEMBERS)[number], string>> = {
  all: 'Bodies have every member, also members that were added later.',
  interface: 'Bodies have only the members that the first interface named.',
};

/** Default number of days before the last day of a payment from which it is due soon. */
const DUE_NOTICE_DAYS_DEFAULT = 3;
/** A month. An earlier notice would be of a payment that is not soon. */
export const DUE_NOTICE_DAYS_MAX = 30;

/** At most one limit for each currency. */
const AutoLimitInput = z
  .array(
    typeNamed(
      'AutoLimitInput',
      z
        .strictObject({
          currency: z.enum(CURRENCIES).describe('ISO 4217, such as HKD.'),
          amount: amountField(0).describe('In the minor unit of the currency.'),
        })
        .describe(
          'How much a customer may owe in a currency before an operator must review further requests.',
        ),
    ),
  )
  .max(CURRENCIES.length)
  .refine(
    (limits) => new Set(limits.map(({ currency }) => currency)).size === limits.length,
    'must not have two limits of one currency',
  );

const INTEREST_RATES = 'The interest rates of its offers, by currency and period.';
/** The type `InterestRateInput`. */
const RATES_TO_SET = 'Interest rates to set.';

/** The input of every setting of a partner. */
const SETTINGS = {
  name: textField().describe('The name of the business.'),
  review: typeNamed('Review', z.enum(REVIEWS)).describe('Who approves requests for funding.'),
  auto_accept: z.boolean().describe('Whether an offer is accepted as soon as it is approved.'),
  account_rates: typeNamed('AccountRates', z.enum(ACCOUNT_RATES)).describe(
    'Whether the two account rates may be null.',
  ),
  interest_rate: PricingInput.describe(INTEREST_RATES),
  currencies: z
    .array(z.enum(CURRENCIES))
    .min(1)
    .max(CURRENCIES.length)
    .refine((currencies) => new Set(currencies).size === currencies.length, 'must not name a currency twice')
    .describe('The currencies in which funding can be requested; ISO 4217.'),
  offer_valid_days: integerField(1, OFFER_VALID_DAYS_MAX).describe(
    'How many days after its approval an offer can be accepted.',
  ),
  auto_limit: AutoLimitInput.describe(
    'How much a customer may owe in a currency under automatic review, in its minor unit: offers, outstanding money and the ' +
      'request itself, each with its fee. Above that a request waits for an operator. They replace the present limits.',
  ),
  unknown_input: typeNamed('UnknownInput', z.enum(UNKNOWN_INPUTS)).describe(
    'Whether unknown members and query parameters are refused or ignored on `/v1`.',
  ),
  repayment_order: typeNamed('RepaymentOrder', z.enum(REPAYMENT_ORDERS)).describe(
    'What a repayment pays first. The approval of a settlement fixes it, so a change counts for later approvals.',
  ),
  reports_repayments: z
    .boolean()
    .describe('Whether the partner may report repayments. If not, a report is `permission_denied`.'),
  due_notice_days: integerField(0, DUE_NOTICE_DAYS_MAX).describe(
    'From so many days before `pay_by` on, a settlement is `due_soon`, and `funding.due_soon` tells so.',
  ),
  v1_members: typeNamed('V1Members', z.enum(V1_MEMBERS)).describe(
    'Which members the bodies of `/v1` have: all, or on the rows of the first interface only the members that it names. ' +
      'There a settlement that was repaid and reopened stays `repaid` then, and `*` of a webhook endpoint means the event ' +
      'types of the first interface.',
  ),
};

export const CreatePartnerInput = z
  .strictObject({
    name: SETTINGS.name,
    review: orElse(SETTINGS.review, 'auto'),
    auto_accept: orElse(SETTINGS.auto_accept, false),
    account_rates: orElse(SETTINGS.account_rates, 'required'),
    interest_rate: orElse(
      typeNamed(
        'InterestRateInput',
        z
          .strictObject({
            default: orElse(PricingInput.shape.default, INTEREST_RATE_DEFAULT),
            bands: orElse(PricingInput.shape.bands, []),
          })
          .describe(RATES_TO_SET),
      ),
      { default: INTEREST_RATE_DEFAULT, bands: [] },
    ).describe(INTEREST_RATES),
    currencies: orElse(SETTINGS.currencies, [...CURRENCIES]),
    offer_valid_days: orElse(SETTINGS.offer_valid_days, OFFER_VALID_DAYS_DEFAULT),
    auto_limit: orElse(SETTINGS.auto_limit, []),
    unknown_input: orElse(SETTINGS.unknown_input, 'refuse'),
    repayment_order: orElse(SETTINGS.repayment_order, 'fee_first'),
    reports_repayments: orElse(SETTINGS.reports_repayments, false),
    due_notice_days: orElse(SETTINGS.due_notice_days, DUE_NOTICE_DAYS_DEFAULT),
    v1_members: orElse(SETTINGS.v1_members, 'all'),
  })
  .describe('A business and its settings. A setting that is absent has its default.');

/** If a member is absent or null, the present setting stays. */
export const UpdatePartnerInput = z
  .strictObject({
    name: SETTINGS.name.nullish(),
    review: SETTINGS.review.nullish(),
    auto_accept: SETTINGS.auto_accept.nullish(),
    account_rates: SETTINGS.account_rates.nullish(),
    interest_rate: typeNamed(
      'InterestRateInput',
      z
        .strictObject({
          default: PricingInput.shape.default.nullish(),
          bands: PricingInput.shape.bands.nullish(),
        })
        .describe(RATES_TO_SET),
    )
      .nullish()
      .describe(INTEREST_RATES),
    currencies: SETTINGS.currencies.nullish(),
    offer_valid_days: SETTINGS.offer_valid_days.nullish(),
    auto_limit: SETTINGS.auto_limit.nullish(),
    unknown_input: SETTINGS.unknown_input.nullish(),
    repayment_order: SETTINGS.repayment_order.nullish(),
    reports_repayments: SETTINGS.reports_repayments.nullish(),
    due_notice_days: SETTINGS.due_notice_days.nullish(),
    v1_members: SETTINGS.v1_members.nullish(),
  })
  .describe('The settings to change. A setting that is absent or null does not change.');
export type PartnerChange = z.output<typeof UpdatePartnerInput>;

/** The filters of the list of partners. */
export const PARTNER_FILTERS = {
  name: textField().describe('Only partners whose name begins with this text, in the same case.').optional(),
};
