import type { Country } from '../country.ts';
import { hkidCheckDigit } from './hkid.ts';
import { isRegistrationNumber } from './registration-number.ts';

/** Hong Kong. `nnc1` is the incorporation form, `nar1` the annual return. */
export const hongKong = {
  code: 'HK',
  name: 'Hong Kong',
  documentTypes: [
    { type: 'business_registration_certificate', required: true },
    { type: 'directors_identity', required: true },
    { type: 'directors_address_proof', required: true },
    { type: 'shareholders_identity', required: true },
    { type: 'shareholders_address_proof', required: true },
    { type: 'company_structure_chart', required: true },
    { type: 'nnc1', required: true },
    { type: 'nar1', required: true },
    { type: 'litigation_history', required: false },
  ],
  isRegistrationNumber,
  nationalIdChecks: [hkidCheckDigit],
} as const satisfies Country;
