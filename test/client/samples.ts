import type { CreateCustomerInput, CreateInstantSettlementInput, KycInput } from 'fundgate/client';

export const customer: CreateCustomerInput = {
  external_customer_id: 'ext-1',
  contact_email: 'tai.man@harbour.example',
  contact_name: 'Chan Tai Man',
  contact_phone: '+85223456789',
  contact_country: 'HK',
  company_name: 'Harbour Trading Limited',
  company_country: 'HK',
  company_sector: 'wholesale',
};

export const details: KycInput = {
  legal_name: 'Harbour Trading Limited',
  registered_address: {
    address_line_1: '1 Garden Road',
    postal_code: '',
    city: 'Hong Kong',
    country: 'Hong Kong',
  },
  business_registration_number: '12345678',
  date_of_incorporation: '2015-04-01',
  directors_identity_number: [{ type: 'national_id', id: 'A123456(3)' }],
  shareholders_identity_number: [],
  corporate_entities_number: 0,
  isic: 'G4690',
};

export const settlementOf = (customerId: string): CreateInstantSettlementInput => ({
  customer_id: customerId,
  currency: 'HKD',
  amount: 1_000_000,
  account_chargeback_rate: 0.03,
  account_refund_rate: 0.01,
  settlement_period: 14,
  transactions: { transaction_count: 1 },
});
