import { plainAmount } from '../../console-kit/format.ts';
import {
  type CustomerRowsFragment,
  CustomersByEmailDocument,
  CustomersDocument,
  CustomerSettlementsDocument,
  type CustomerSettlementsQuery,
} from '../../console-kit/generated/graphql.ts';
import { type Columns, documentExport, listExport } from './list.ts';
import { noFilter, searched } from './filters.ts';
import { rateColumns } from './rate-columns.ts';

const COLUMNS: Columns<CustomerRowsFragment['nodes'][number]> = [
  ['customer_id', ({ id }) => id],
  ['company_name', ({ companyName }) => companyName],
  ['company_country', ({ companyCountry }) => companyCountry],
  ['external_customer_id', ({ externalCustomerId }) => externalCustomerId],
  ['partner', ({ partner }) => partner?.name ?? ''],
  ['kyc_status', ({ kyc }) => kyc?.status ?? ''],
  ['created_at', ({ createdAt }) => createdAt],
];

const customersByEmail = listExport({
  args: { contactEmail: searched, partnerId: searched.optional() },
  filter: noFilter,
  columns: COLUMNS,
  read: async (ask, { first, after }, { contactEmail, partnerId = null }) =>
    (await ask(CustomersByEmailDocument, { first, after, contactEmail, partnerId })).customers,
});

type Settlement = NonNullable<CustomerSettlementsQuery['customer']>['instantSettlements']['nodes'][number];

const SETTLEMENT: Columns<Settlement> = [
  ['funding_id', ({ id }) => id],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => plainAmount(amount, currency)],
  ['status', ({ status }) => status],
  ['settlement_period', ({ settlementPeriod }) => String(settlementPeriod)],
  ...rateColumns<Settlement>('interest_rate', ({ interestRate }) => interestRate),
  ['created_at', ({ createdAt }) => createdAt],
];

const settlements = listExport({
  args: { id: searched },
  filter: noFilter,
  columns: SETTLEMENT,
  read: async (ask, { after }, { id }) =>
    (await ask(CustomerSettlementsDocument, { id, after })).customer?.instantSettlements ?? null,
});

export const CUSTOMER_EXPORTS = {
  customers: documentExport(COLUMNS, CustomersDocument, ({ customers }) => customers),
  'customers-by-email': customersByEmail,
  settlements,
} as const;
