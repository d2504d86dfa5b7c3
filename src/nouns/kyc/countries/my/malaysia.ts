import type { Country } from '../../country/country.ts';
import { COMPANY_DOCUMENTS, LITIGATION_HISTORY } from '../../country/shared-documents.ts';
import { mykadDate, mykadPlaceOfBirth } from './mykad.ts';
import {
  registrationKindContradicted,
  registrationYearContradicted,
  registrationYearInFuture,
} from './registration-checks.ts';
import { registrationNumber } from './registration-number.ts';

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
  registrationNumber,
  nationalIdChecks: [mykadDate, mykadPlaceOfBirth],
  detailsChecks: [registrationYearInFuture, registrationYearContradicted, registrationKindContradicted],
} as const satisfies Country;
