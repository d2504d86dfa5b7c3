import { z } from 'zod';
import { plainAmount } from '../../console-kit/format.ts';
import {
  CustomersByEmailDocument,
  CustomersDocument,
  type CustomerRowsFragment,
  CustomerSettlementsDocument,
  type CustomerSettlementsQuery,
} from '../../console-kit/generated/graphql.ts';
import { type Columns, listExport } from './list.ts';
import { given, ofPartner, searched } from './filters.ts';
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

const customers = listExport({
  filter: z.strictObject({
    ...ofPartner,
    companyName: searched.optional(),
    externalCustomerId: searched.optional(),
  }),
  columns: COLUMNS,
  read: async (ask, chosen, position) =>
    (await ask(CustomersDocument, { ...position, filter: given(chosen) })).customers,
});

const customersByEmail = listExport({
  filter: z.strictObject({ ...ofPartner, contactEmail: searched }),
  columns: COLUMNS,
  read: async (ask, { contactEmail, ...chosen }, position) =>
    (await ask(CustomersByEmailDocument, { ...position, ...given(chosen), contactEmail })).customers,
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
  filter: z.strictObject({ id: searched }),
  columns: SETTLEMENT,
  read: async (ask, { id }, { after }) =>
    (await ask(CustomerSettlementsDocument, { id, after })).customer?.instantSettlements ?? null,
});

export const CUSTOMER_EXPORTS = {
  customers,
  'customers-by-email': customersByEmail,
  settlements,
} as const;
