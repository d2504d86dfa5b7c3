import type { RegistrationNumberForm } from '../../country/country.ts';
import { unspaced } from '../../country/spelling.ts';

/**
 * Eight digits, as the certificate prints them: alone, with the branch, or with branch, month, year and check digit.
 */
const OF_BUSINESS = /^(\d{8})(?:-\d{3}(?:-(?:0[1-9]|1[0-2])-\d{2}-[\dA-Z])?)?$/i;

/** The form of the Companies Registry: `C` for a company of Hong Kong, `F` for a foreign company. */
const OF_COMPANY = /^[A-Z](\d{7})$/i;

function serial(value: string): string | null {
  const text = unspaced(value);
  return (OF_BUSINESS.exec(text) ?? OF_COMPANY.exec(text))?.[1] ?? null;
}

/**
 * The number of the Business Registration Office (`12345678`, `12345678-000`, `12345678-000-01-24-1`), which the
 * Companies Registry also uses for companies since December 2023. The older number of the Companies Registry with its
 * letter is allowed too (`C0012345`, `F0001234`). Without the letter it fails, because operators want to see that a
 * partner sent the older number.
 */
export const registrationNumber: RegistrationNumberForm = {
  source:
    'Inland Revenue Department of Hong Kong: business registration numbers. Companies Registry of Hong Kong: company numbers, and the Unique Business Identifier (December 2023).',
  passes: (value) => serial(value) !== null,
  serial,
};
