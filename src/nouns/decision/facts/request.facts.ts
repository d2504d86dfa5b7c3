import { daysBetween } from '../../../kernel/days.ts';
import type { AnyFact } from './fact-row.ts';

const NOT_SENT = 'if the partner did not send it';
const flag = (value: boolean | number | null): boolean | null => (value === null ? null : Boolean(value));

/** The facts of the request, of its customer and of the customer's KYC. */
export const REQUEST_FACTS = {
  amount: {
    type: 'int',
    means: 'The requested amount in the minor unit of the currency.',
    source: 'request',
    absent: null,
    of: ({ request }) => request.amount,
  },
  currency: {
    type: 'string',
    means: 'The currency of the request, such as HKD.',
    source: 'request',
    absent: null,
    of: ({ request }) => request.currency,
  },
  settlement_period: {
    type: 'int',
    means: 'The settlement period of the request in days.',
    source: 'request',
    absent: null,
    of: ({ request }) => request.settlement_period,
  },
  interest_rate: {
    type: 'double',
    means:
      'The rate of the partner’s pricing for the request; in a decision of a person, the rate of the offer.',
    source: 'partner',
    absent: null,
    of: ({ interestRate }) => interestRate,
  },
  annual_rate: {
    type: 'double',
    means: 'The fee as a rate of a year of 365 days, at the rate that the offer has or would have.',
    source: 'partner',
    absent: null,
    of: ({ annualRate }) => annualRate,
  },
  rate_lowest: {
    type: 'double',
    means: 'The lowest rate of the partner’s pricing for the currency.',
    source: 'partner',
    absent: null,
    of: ({ pricing }) => pricing.lowest,
  },
  rate_highest: {
    type: 'double',
    means: 'The highest rate of the partner’s pricing for the currency.',
    source: 'partner',
    absent: null,
    of: ({ pricing }) => pricing.highest,
  },
  rate_ceiling: {
    type: 'double',
    means: 'The highest annual rate that offers may have in the country of the customer.',
    source: 'provider',
    absent: 'if the provider has set none',
    of: ({ pricing }) => pricing.ceiling,
  },
  chargeback_rate: {
    type: 'double',
    means: 'The chargeback rate of the account.',
    source: 'request',
    absent: NOT_SENT,
    of: ({ request }) => request.account_chargeback_rate,
  },
  chargeback_rate_given: {
    type: 'bool',
    means: 'Whether the partner sent a chargeback rate.',
    source: 'request',
    absent: null,
    of: ({ request }) => request.account_chargeback_rate !== null,
  },
  refund_rate: {
    type: 'double',
    means: 'The refund rate of the account.',
    source: 'request',
    absent: NOT_SENT,
    of: ({ request }) => request.account_refund_rate,
  },
  refund_rate_given: {
    type: 'bool',
    means: 'Whether the partner sent a refund rate.',
    source: 'request',
    absent: null,
    of: ({ request }) => request.account_refund_rate !== null,
  },
  partner: {
    type: 'string',
    means: 'The id of the partner.',
    source: 'partner',
    absent: null,
    of: ({ request }) => request.partner_id,
  },
  country: {
    type: 'string',
    means: 'The country of the company, HK or MY.',
    source: 'customer',
    absent: null,
    of: ({ kyc }) => kyc.country,
  },
  sector: {
    type: 'string',
    means: 'The sector of the company in small letters, as the partner named it.',
    source: 'customer',
    absent: null,
    of: ({ customer }) => customer.sector.toLowerCase(),
  },
  customer_age_days: {
    type: 'int',
    means: 'Days since the customer was created.',
    source: 'customer',
    absent: null,
    of: ({ customer, today }) => Math.max(0, daysBetween(customer.since, today)),
  },
  date_of_incorporation: {
    type: 'string',
    means: 'The day on which the company was incorporated.',
    source: 'KYC',
    absent: 'if the KYC has no details',
    of: ({ kyc }) => kyc.date_of_incorporation,
  },
  kyc_warnings: {
    type: 'int',
    means: 'Warnings about the details of the KYC.',
    source: 'KYC',
    absent: 'for some seconds after an upgrade, until they are counted again',
    of: ({ kyc }) => kyc.text_warnings,
  },
  document_warnings: {
    type: 'int',
    means: 'Documents with warnings.',
    source: 'KYC',
    absent: null,
    of: ({ kyc }) => kyc.document_warnings,
  },
  is_sensitive_business: {
    type: 'bool',
    means: 'The flag of the KYC.',
    source: 'KYC',
    absent: NOT_SENT,
    of: ({ kyc }) => flag(kyc.is_sensitive_business),
  },
  has_complex_structure: {
    type: 'bool',
    means: 'The flag of the KYC.',
    source: 'KYC',
    absent: NOT_SENT,
    of: ({ kyc }) => flag(kyc.has_complex_structure),
  },
  has_namecheck_hits: {
    type: 'bool',
    means: 'The flag of the KYC.',
    source: 'KYC',
    absent: NOT_SENT,
    of: ({ kyc }) => flag(kyc.has_namecheck_hits),
  },
} as const satisfies Readonly<Record<string, AnyFact>>;
