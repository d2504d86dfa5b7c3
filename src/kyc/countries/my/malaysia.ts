import type { Country } from '../country.ts';
import { mykadDate, mykadPlaceOfBirth } from './mykad.ts';
import { isRegistrationNumber } from './registration-number.ts';

/** Malaysia. */
export const malaysia = {
  code: 'MY',
  name: 'Malaysia',
  documentTypes: [
    { type: 'registration_of_business', required: true },
    { type: 'directors_identity', required: true },
    { type: 'directors_address_proof', required: true },
    { type: 'shareholders_identity', required: true },
    { type: 'shareholders_address_proof', required: true },
    { type: 'company_structure_chart', required: true },
    { type: 'litigation_history', required: false },
  ],
  isRegistrationNumber,
  nationalIdChecks: [mykadDate, mykadPlaceOfBirth],
} as const satisfies Country;
