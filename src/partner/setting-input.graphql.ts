import type { Builder, EnumRef, InputFieldBuilder } from '../graphql-kit/builder.ts';
import type { ACCOUNT_RATES, REVIEWS, UNKNOWN_INPUTS } from './partner.input.ts';

interface Words {
  readonly review: EnumRef<(typeof REVIEWS)[number]>;
  readonly accountRates: EnumRef<(typeof ACCOUNT_RATES)[number]>;
  readonly unknownInput: EnumRef<(typeof UNKNOWN_INPUTS)[number]>;
}

/** The GraphQL inputs of createPartner and updatePartner. Both have the same settings; only the name has no default. */
export function defineSettingInputs(builder: Builder, { review, accountRates, unknownInput }: Words) {
  const band = builder.inputType('InterestRateBandInput', {
    fields: (t) => ({
      currency: t.string({ required: true, description: 'ISO 4217.' }),
      periodDaysMax: t.int({ required: true, description: 'The longest period that it is for.' }),
      rate: t.float({ required: true, description: 'A decimal, such as 0.002.' }),
    }),
  });
  const interestRate = builder.inputType('InterestRateInput', {
    fields: (t) => ({
      default: t.float({ description: 'For what no band is for; a decimal, such as 0.002.' }),
      bands: t.field({ type: [band], description: 'All bands; they replace the present ones.' }),
    }),
  });
  const autoLimit = builder.inputType('AutoLimitInput', {
    fields: (t) => ({
      currency: t.string({ required: true, description: 'ISO 4217.' }),
      amount: t.field({ type: 'SafeInt', required: true, description: 'Minor units.' }),
    }),
  });
  const settings = (t: InputFieldBuilder) => ({
    review: t.field({ type: review, description: 'Who approves requests for funding.' }),
    autoAccept: t.boolean({ description: 'Whether an offer is accepted as soon as it is approved.' }),
    accountRates: t.field({ type: accountRates, description: 'Whether the two account rates may be null.' }),
    interestRate: t.field({ type: interestRate }),
    currencies: t.stringList({ description: 'In which funding can be requested; ISO 4217.' }),
    offerValidDays: t.int({ description: 'How long an offer may be accepted.' }),
    autoLimit: t.field({
      type: [autoLimit],
      description:
        'With review AUTO, a request stays SUBMITTED if it brings what the customer owes in its currency above this ' +
        'limit. All limits; they replace the present ones.',
    }),
    unknownInput: t.field({
      type: unknownInput,
      description: 'Whether unknown members and query parameters are refused or ignored on `/v1`.',
    }),
  });
  return {
    create: builder.inputType('CreatePartnerInput', {
      fields: (t) => ({ name: t.string({ required: true }), ...settings(t) }),
    }),
    update: builder.inputType('UpdatePartnerInput', {
      fields: (t) => ({ name: t.string(), ...settings(t) }),
    }),
  };
}
