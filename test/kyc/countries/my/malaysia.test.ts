import { describe, expect, it } from 'vitest';
import { malaysia } from '../../../../src/kyc/countries/my/malaysia.ts';
import { kycWarnings } from '../../../../src/kyc/countries/index.ts';
import { sample } from './sample.ts';

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
    expect(kycWarnings('MY', { ...sample, directors_identity_number })).toEqual([
      { code: 'mykad_date', path: ['directors_identity_number', 1, 'id'] },
      { code: 'mykad_place_of_birth', path: ['directors_identity_number', 2, 'id'] },
    ]);
  });
});
