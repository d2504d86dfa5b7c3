import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { atMost } from '../../pipeline/graphql-kit/field-facts.ts';
import { inputFromZod } from '../../pipeline/graphql-kit/input-from-zod.ts';
import { listField } from '../../pipeline/graphql-kit/list-field.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { foundById, nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { CURRENCIES } from '../../kernel/currency.ts';
import {
  ACCOUNT_RATES_MEANINGS,
  CreatePartnerInput,
  PARTNER_FILTERS,
  REPAYMENT_ORDER_MEANINGS,
  REVIEW_MEANINGS,
  UNKNOWN_INPUT_MEANINGS,
  UpdatePartnerInput,
  V1_MEMBERS_MEANINGS,
} from './partner.input.ts';
import { countPartners, listPartners } from './partner-list.operations.ts';
import { getPartner, getVisiblePartner, updatePartner } from './partner.operations.ts';
import { type AutoLimit, PartnerView } from './partner.present.ts';
import { BANDS_MAX, Pricing, PricingBand } from './pricing.rules.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const PartnerObject = objectNamed<PartnerView>('Partner');

export const partnerNode = nodeFinder('par', getVisiblePartner, (partner_id) => ({ partner_id }));

const ReviewEnum = enumOf('Review', 'Who approves requests for funding.', REVIEW_MEANINGS);
const AccountRatesEnum = enumOf(
  'AccountRates',
  'Whether a request for funding needs the chargeback and the refund rate of the account.',
  ACCOUNT_RATES_MEANINGS,
);
const UnknownInputEnum = enumOf(
  'UnknownInput',
  'What happens to unknown members and query parameters on `/v1`.',
  UNKNOWN_INPUT_MEANINGS,
);
export const RepaymentOrderEnum = enumOf(
  'RepaymentOrder',
  'What a repayment pays first.',
  REPAYMENT_ORDER_MEANINGS,
);
const V1MembersEnum = enumOf('V1Members', 'Which members the bodies of `/v1` have.', V1_MEMBERS_MEANINGS);

/** Partners: the type with its settings, the queries and mutations of operators. */
export function definePartner(builder: Builder) {
  definePartnerType(builder);
  defineQueries(builder);
  const updateInput = defineUpdate(builder);
  const createInput = inputFromZod(builder, 'CreatePartnerInput', CreatePartnerInput);
  return { createInput, updateInput };
}

function definePartnerType(builder: Builder): void {
  const interestRate = defineInterestRate(builder);
  const autoLimit = builder.objectRef<AutoLimit[number]>('AutoLimit').implement({
    description: 'How much a customer may owe in a currency before an operator must review further requests.',
    fields: (t) => ({
      currency: t.exposeString('currency'),
      amount: t.expose('amount', { type: 'SafeInt', description: 'In the minor unit of the currency.' }),
    }),
  });
  builder.objectType(PartnerObject, {
    description:
      'A business that holds API keys and owns records, with the settings that the provider gave it.',
    extensions: shownBy(PartnerView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('partner_id'),
      name: t.exposeString('name'),
      review: t.expose('review', { type: ReviewEnum }),
      autoAccept: t.exposeBoolean('auto_accept'),
      accountRates: t.expose('account_rates', { type: AccountRatesEnum }),
      interestRate: t.expose('interest_rate', { type: interestRate }),
      currencies: t.exposeStringList('currencies', { extensions: atMost(CURRENCIES.length) }),
      offerValidDays: t.exposeInt('offer_valid_days'),
      autoLimit: t.expose('auto_limit', {
        type: [autoLimit],
        extensions: atMost(CURRENCIES.length),
      }),
      unknownInput: t.expose('unknown_input', { type: UnknownInputEnum }),
      repaymentOrder: t.expose('repayment_order', { type: RepaymentOrderEnum }),
      reportsRepayments: t.exposeBoolean('reports_repayments'),
      dueNoticeDays: t.exposeInt('due_notice_days'),
      v1Members: t.expose('v1_members', { type: V1MembersEnum }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      updatedAt: t.expose('updated_at', { type: 'DateTime' }),
    }),
  });
}

function defineInterestRate(builder: Builder) {
  const band = builder.objectRef<Pricing['bands'][number]>('InterestRateBand').implement({
    description: 'The rate of requests in a currency, up to a settlement period.',
    extensions: shownBy(PricingBand),
    fields: (t) => ({
      currency: t.exposeString('currency'),
      periodDaysMax: t.exposeInt('period_days_max'),
      rate: t.exposeFloat('rate'),
    }),
  });
  return builder.objectRef<Pricing>('InterestRate').implement({
    description:
      'The rate of the shortest band that fits the period and currency, or the default rate if none fits.',
    extensions: shownBy(Pricing),
    fields: (t) => ({
      default: t.exposeFloat('default'),
      bands: t.expose('bands', { type: [band], extensions: atMost(BANDS_MAX) }),
    }),
  });
}

function defineQueries(builder: Builder): void {
  const connection = defineConnection(builder, 'Partner', PartnerObject);
  const filter = listFilter(builder, {
    name: 'PartnerFilter',
    of: 'partners',
    rows: PARTNER_FILTERS,
    isByPartner: false,
  });

  builder.queryFields((t) => ({
    partner: t.field({
      type: PartnerObject,
      description: 'A partner by its id; null if there is none. For operators.',
      ...foundById(
        builder,
        nodeFinder('par', getPartner, (partner_id) => ({ partner_id })),
      ),
    }),
    partners: t.field({
      type: connection,
      description: 'Newest first. For operators.',
      ...listField(builder, {
        prefix: 'par',
        list: listPartners,
        count: countPartners,
        filter,
        idsOf: () => ({}),
      }),
    }),
  }));
}

function defineUpdate(builder: Builder) {
  const update = inputFromZod(builder, 'UpdatePartnerInput', UpdatePartnerInput);
  builder.mutationField('updatePartner', (t) =>
    t.field({
      type: PartnerObject,
      description:
        'Changes the settings that are given. Settings that are absent or null stay unchanged. Needs the scope ADMIN. For operators.',
      ...commandOn(builder, updatePartner, 'partner_id', update),
    }),
  );
  return update;
}
