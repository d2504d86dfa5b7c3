import type { CreateCustomerInput, CreateInstantSettlementInput, KycInput } from 'fundgate/client';

/** The customers of the demo; no company or person among them exists. */

export const hongKongCustomer: CreateCustomerInput = {
  external_customer_id: 'demo-hk-1',
  contact_email: 'tai.man@harbour.example',
  contact_name: 'Chan Tai Man',
  contact_phone: '+85223456789',
  contact_country: 'HK',
  company_name: 'Harbour Trading Limited',
  company_country: 'HK',
  company_sector: 'wholesale',
};

export const hongKongKyc: KycInput = {
  legal_name: 'Harbour Trading Limited',
  registered_address: {
    address_line_1: '1 Queen’s Road Central',
    address_line_2: null,
    address_line_3: null,
    postal_code: '',
    city: 'Hong Kong',
    country: 'Hong Kong',
  },
  operating_address: null,
  website: 'https://harbour.example',
  business_registration_number: '12345678',
  date_of_incorporation: '2015-04-01',
  directors_identity_number: [{ type: 'national_id', id: 'A123456(3)' }],
  shareholders_identity_number: [
    { company_legal_name: 'Harbour Trading Limited', type: 'passport', id: 'K00000001' },
  ],
  corporate_entities_number: 0,
  isic: 'G4690',
  is_sensitive_business: false,
  has_complex_structure: null,
  has_namecheck_hits: null,
  provider_company_screening_result: { score: 0.1, lists: ['sanctions'] },
  provider_batch_screening_result: null,
};

export const settlementOf = (customerId: string): CreateInstantSettlementInput => ({
  customer_id: customerId,
  currency: 'HKD',
  amount: 1_250_000,
  account_chargeback_rate: 0.03,
  account_refund_rate: 0.01,
  settlement_period: 14,
  transactions,
});

const transactions = {
  transaction_list: [
    {
      transaction_id: 't-1',
      transaction_date: '2026-01-05',
      transaction_currency: 'HKD',
      transaction_amount: 1_250_000,
      transaction_status: 'completed',
      transaction_type: 'sale',
      transaction_settlement_date: '2026-01-19',
      settlement_status: 'pending',
    },
  ],
  transaction_count: 1,
  total_amount: 1_250_000,
};

export const malaysiaCustomer = {
  externalCustomerId: 'demo-my-1',
  contactEmail: 'siti@kedai.example',
  contactName: 'Siti binti Ahmad',
  contactPhone: '+60312345678',
  contactCountry: 'MY',
  companyName: 'Kedai Runcit Sdn Bhd',
  companyCountry: 'MY',
  companySector: 'retail',
};

export const malaysiaKyc = {
  legalName: 'Kedai Runcit Sdn Bhd',
  registeredAddress: {
    addressLine1: '12 Jalan Ampang',
    postalCode: '50450',
    city: 'Kuala Lumpur',
    country: 'Malaysia',
  },
  businessRegistrationNumber: '201901000005',
  dateOfIncorporation: '2019-01-02',
  directorsIdentityNumber: [{ type: 'NATIONAL_ID', number: '800101-14-5678' }],
  shareholdersIdentityNumber: [],
  corporateEntitiesNumber: 0,
  isic: '4711',
};

export const malaysiaSettlementOf = (customerId: string) => ({
  customerId,
  currency: 'MYR',
  amount: 500_000,
  accountChargebackRate: 0.02,
  accountRefundRate: 0.005,
  settlementPeriod: 30,
  transactions: { transaction_count: 0, total_amount: 0 },
});
