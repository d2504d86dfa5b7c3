import { describe, expect, it } from 'vitest';
import { malaysia } from '../../../../../src/nouns/kyc/countries/my/malaysia.ts';
import type { KycDetails } from '../../../../../src/nouns/kyc/country/kyc-details.ts';
import { kycWarnings } from '../../../../../src/nouns/kyc/countries/index.ts';
import { sample } from './sample.ts';

const TODAY = '2026-01-01';

const codesOf = (change: Partial<KycDetails>) =>
  kycWarnings('MY', { ...sample, ...change }, TODAY).map(({ code }) => code);

describe('Malaysia', () => {
  it('asks for the documents of the interface, in its order', () => {
    expect(malaysia.documentTypes.map(({ type, required }) => ({ type, required }))).toEqual([
      { type: 'registration_of_business', required: true },
      { type: 'directors_identity', required: true },
      { type: 'directors_address_proof', required: true },
      { type: 'shareholders_identity', required: true },
      { type: 'shareholders_address_proof', required: true },
      { type: 'company_structure_chart', required: true },
      { type: 'litigation_history', required: false },
    ]);
  });

  it('warns of the director whose MyKad has no date or no place of birth', () => {
    const directors_identity_number = [
      { type: 'national_id', id: '800229-14-5678' },
      { type: 'national_id', id: '810229-14-5678' },
      { type: 'national_id', id: '800229-00-5678' },
      { type: 'passport', id: '810229-00-5678' },
    ] as const;
    expect(kycWarnings('MY', { ...sample, directors_identity_number }, TODAY)).toEqual([
      { code: 'mykad_date', path: ['directors_identity_number', 1, 'id'] },
      { code: 'mykad_place_of_birth', path: ['directors_identity_number', 2, 'id'] },
    ]);
  });

  it.each([
    ['201901000005', '2019-12-31', []],
    ['196001000142 (3813-K)', '1960-05-31', []],
    ['202601000001', '2026-01-01', []],
    ['209901000001', '2019-01-02', ['registration_number_future']],
    ['202701000001', '2019-01-02', ['registration_number_future']],
    ['209902000001', '2019-01-02', ['registration_number_future']],
    ['201801000005', '2019-01-02', ['registration_number_year']],
    ['202001000005', '2019-01-02', ['registration_number_year']],
    ['202001000005 (1312525-A)', '2019-01-02', ['registration_number_year']],
    // A foreign company, a business or a partnership may be older than its registration, and not younger.
    ['202002000005', '1990-01-02', []],
    ['202003000005', '2019-12-31', []],
    ['202002000005', '2021-01-02', ['registration_number_year']],
    ['202003000005', '2021-01-02', ['registration_number_year']],
    // Older numbers have no year.
    ['1312525-A', '1990-01-02', []],
    ['LLP0012345-LGN', '2015-01-02', []],
  ])('for %s of a company of %s the warnings are %j', (business_registration_number, date, codes) => {
    const change = { legal_name: 'Kinabalu', business_registration_number, date_of_incorporation: date };
    expect(codesOf({ ...change, shareholders_identity_number: [] })).toEqual(codes);
  });

  it('takes no number for one of the future on the last day of a year, when the next year has begun elsewhere', () => {
    const change = { business_registration_number: '202601000001', date_of_incorporation: '2025-12-31' };
    const codes = (today: string) =>
      kycWarnings('MY', { ...sample, ...change }, today).map(({ code }) => code);
    expect(codes('2025-12-31')).toEqual(['registration_number_future']);
    expect(codes('2026-01-01')).toEqual(['registration_number_year']);
  });

  it.each([
    ['201901000005 (1312525-A)', 'Kinabalu Sdn. Bhd.', []],
    ['201902000005 (993504-X)', 'Kinabalu Limited', []],
    ['201903000005 (JM0876543-A)', 'Kinabalu Enterprise', []],
    ['201903000005 (001234567-X)', 'Kinabalu Enterprise', []],
    ['201904000005 (LLP0012345-LGN)', 'Kinabalu PLT', []],
    ['201906000005 (LLP0012345-LCA)', 'Kinabalu & Co PLT', []],
    ['201902000005', 'Borneo Sdn Bhd', []],
    ['201901000005', 'Kinabalu Enterprise', []],
    ['1312525-A', 'Kinabalu Berhad', []],
    ['LLP0012345-LGN', 'Kinabalu Perkongsian Liabiliti Terhad', []],
    ['201901000005', 'Simplt', []],
    ['201901000005 (LLP0012345-LGN)', 'Kinabalu', ['registration_number_kind']],
    ['201904000005 (1312525-A)', 'Kinabalu', ['registration_number_kind']],
    ['201901000005 (JM0876543-A)', 'Kinabalu', ['registration_number_kind']],
    ['201903000005 (LLP0012345-LGN)', 'Kinabalu', ['registration_number_kind']],
    ['201901000005', 'Kinabalu PLT', ['registration_number_kind']],
    ['201904000005', 'Kinabalu Sdn. Bhd.', ['registration_number_kind']],
    ['201903000005', 'KINABALU BERHAD', ['registration_number_kind']],
    ['1312525-A', 'Kinabalu Plt.', ['registration_number_kind']],
    ['LLP0012345-LGN', 'Kinabalu (Sdn. Bhd.)', ['registration_number_kind']],
  ])('for %s of "%s" the warnings are %j', (business_registration_number, legal_name, codes) => {
    const change = { business_registration_number, legal_name, shareholders_identity_number: [] };
    expect(codesOf(change)).toEqual(codes);
  });

  it.each([
    ['201901000000', ['registration_number_placeholder']],
    ['0000000-X', ['registration_number_placeholder']],
    ['1111111-X', ['registration_number_placeholder']],
    ['201901111111', []],
    ['222-X', []],
    ['111111-X', []],
  ])('for the number %s the warnings are %j', (business_registration_number, codes) => {
    expect(codesOf({ business_registration_number })).toEqual(codes);
  });
});
