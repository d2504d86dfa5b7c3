import type { DetailsCheck } from '../../country/country.ts';
import { COMPANIES, LOCAL_COMPANY, PARTNERSHIPS, SSM, ssmNumberOf } from './registration-number.ts';

const field = 'business_registration_number';

/** Since October 2019 a number begins with the year of registration. */
export const registrationYearInFuture = {
  code: 'registration_number_future',
  when: 'The business registration number is of a year that has not begun.',
  source: `${SSM}.`,
  field,
  passes: ({ business_registration_number }, today) => {
    const year = ssmNumberOf(business_registration_number)?.since?.year ?? '';
    return year <= yearOf(today);
  },
} as const satisfies DetailsCheck;

/**
 * A local company is registered on the day of its incorporation. Another entity, such as a branch of a foreign company,
 * may be older than its registration, but not younger.
 */
export const registrationYearContradicted = {
  code: 'registration_number_year',
  when: 'The year in the business registration number contradicts the date of incorporation.',
  source: `${SSM}.`,
  field,
  passes: ({ business_registration_number, date_of_incorporation }, today) => {
    const since = ssmNumberOf(business_registration_number)?.since ?? null;
    // A year in the future gives another warning.
    if (since === null || since.year > yearOf(today)) return true;
    const incorporated = yearOf(date_of_incorporation);
    return since.kind === LOCAL_COMPANY ? since.year === incorporated : since.year >= incorporated;
  },
} as const satisfies DetailsCheck;

/** Endings of names that the law reserves for some kinds of entity. */
const ENDINGS = [
  { ending: /\b(?:berhad|bhd)[.)\s]*$/i, kinds: COMPANIES },
  { ending: /\b(?:plt|perkongsian liabiliti terhad)[.)\s]*$/i, kinds: PARTNERSHIPS },
] as const;

/** The number, the older number beside it, and the name must agree on the kind of entity. */
export const registrationKindContradicted = {
  code: 'registration_number_kind',
  when: 'The business registration number names another kind of entity than the older number beside it, or than the ending of the legal name.',
  source: `${SSM}; Companies Act 2016 and Limited Liability Partnerships Act 2012 of Malaysia: endings of names.`,
  field,
  passes: ({ business_registration_number, legal_name }) => {
    const number = ssmNumberOf(business_registration_number);
    if (number === null) return true;
    const { since, before } = number;
    const named = ENDINGS.find(({ ending }) => ending.test(legal_name));
    const possible = [since === null ? null : [since.kind], before?.kinds, named?.kinds].filter(
      (kinds) => kinds !== null && kinds !== undefined,
    );
    const [first = [], ...others] = possible;
    return possible.length === 0 || first.some((kind) => others.every((kinds) => kinds.includes(kind)));
  },
} as const satisfies DetailsCheck;

const yearOf = (date: string): string => date.slice(0, 'YYYY'.length);
