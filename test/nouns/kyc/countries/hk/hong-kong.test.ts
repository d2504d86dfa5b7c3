import { describe, expect, it } from 'vitest';
import { hongKong } from '../../../../../src/nouns/kyc/countries/hk/hong-kong.ts';
import { kycWarnings } from '../../../../../src/nouns/kyc/countries/index.ts';
import { sample } from './sample.ts';

describe('Hong Kong', () => {
  it('asks for the documents of the interface, in its order', () => {
    expect(hongKong.documentTypes.map(({ type, required }) => ({ type, required }))).toEqual([
      { type: 'business_registration_certificate', required: true },
      { type: 'directors_identity', required: true },
      { type: 'directors_address_proof', required: true },
      { type: 'shareholders_identity', required: true },
      { type: 'shareholders_address_proof', required: true },
      { type: 'company_structure_chart', required: true },
      { type: 'nnc1', required: true },
      { type: 'nar1', required: true },
      { type: 'litigation_history', required: false },
    ]);
  });

  it('warns of the director whose HKID has a wrong check digit', () => {
    const directors_identity_number = [
      { type: 'national_id', id: 'A123456(3)' },
      { type: 'national_id', id: 'A123456(4)' },
      { type: 'passport', id: 'A123456(4)' },
    ] as const;
    expect(kycWarnings('HK', { ...sample, directors_identity_number }, '2026-01-01')).toEqual([
      { code: 'hkid_check_digit', path: ['directors_identity_number', 1, 'id'] },
    ]);
  });

  it.each([
    ['00000000', ['registration_number_placeholder']],
    ['00000000-000-01-24-1', ['registration_number_placeholder']],
    ['C0000000', ['registration_number_placeholder']],
    ['99999999', ['registration_number_placeholder']],
    ['0000000', ['registration_number_format']],
    ['00000001', []],
    ['10000000', []],
    ['11111112', []],
  ])('for the number %s the warnings are %j', (business_registration_number, codes) => {
    const warnings = kycWarnings('HK', { ...sample, business_registration_number }, '2026-01-01');
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });
});
