import type { Country } from '../../country/country.ts';
import { COMPANY_DOCUMENTS, LITIGATION_HISTORY } from '../../country/shared-documents.ts';
import { hkidCheckDigit } from './hkid.ts';
import { registrationNumber } from './registration-number.ts';

export const hongKong = {
  code: 'HK',
  name: 'Hong Kong',
  documentTypes: [
    {
      type: 'business_registration_certificate',
      required: true,
      means: 'The business registration certificate of the Inland Revenue Department of Hong Kong.',
    },
    ...COMPANY_DOCUMENTS,
    { type: 'nnc1', required: true, means: 'Form NNC1, the incorporation form of Hong Kong.' },
    { type: 'nar1', required: true, means: 'Form NAR1, the latest annual return of Hong Kong.' },
    LITIGATION_HISTORY,
  ],
  registrationNumber,
  nationalIdChecks: [hkidCheckDigit],
  detailsChecks: [],
} as const satisfies Country;
