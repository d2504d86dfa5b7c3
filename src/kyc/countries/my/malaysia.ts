import type { Country } from '../country.ts';
import { COMPANY_DOCUMENTS, LITIGATION_HISTORY } from '../shared-documents.ts';
import { mykadDate, mykadPlaceOfBirth } from './mykad.ts';
import { isRegistrationNumber } from './registration-number.ts';

export const malaysia = {
  code: 'MY',
  name: 'Malaysia',
  documentTypes: [
    {
      type: 'registration_of_business',
      required: true,
      means: 'The certificate of registration by the Companies Commission of Malaysia (SSM).',
    },
    ...COMPANY_DOCUMENTS,
    LITIGATION_HISTORY,
  ],
  isRegistrationNumber,
  nationalIdChecks: [mykadDate, mykadPlaceOfBirth],
} as const satisfies Country;
