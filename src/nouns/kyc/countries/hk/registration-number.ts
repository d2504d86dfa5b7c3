import type { RegistrationNumberForm } from '../../country/country.ts';
import { unspaced } from '../../country/spelling.ts';

/** Eight digits, alone, with the branch, or with branch, month, year and check digit, as the certificate prints it. */
const OF_BUSINESS = /^(\d{8})(?:-\d{3}(?:-(?:0[1-9]|1[0-2])-\d{2}-[\dA-Z])?)?$/i;

/** As forms of the Companies Registry have it: `C` for a company of Hong Kong, `F` for one of elsewhere. */
const OF_COMPANY = /^[A-Z](\d{7})$/i;

function serial(value: string): string | null {
  const text = unspaced(value);
  return (OF_BUSINESS.exec(text) ?? OF_COMPANY.exec(text))?.[1] ?? null;
}

/**
 * The number of the Business Registration Office, by which the Companies Registry knows companies too since December
 * 2023: `12345678`, `12345678-000`, `12345678-000-01-24-1`. Or the older number of the Companies Registry with its
 * letter: `C0012345`, `F0001234`. Without the letter it does not pass: operators want to see where a partner sent the
 * older one.
 */
export const registrationNumber: RegistrationNumberForm = {
  source:
    'Inland Revenue Department of Hong Kong: business registration numbers. Companies Registry of Hong Kong: company numbers, and the Unique Business Identifier (December 2023).',
  passes: (value) => serial(value) !== null,
  serial,
};
