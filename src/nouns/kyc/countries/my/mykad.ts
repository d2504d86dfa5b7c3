import type { ValueCheck } from '../../country/country.ts';
import { unspaced } from '../../country/spelling.ts';

const form = /^(\d{2})(\d{2})(\d{2})-?(\d{2})-?\d{4}$/;

const NATIONAL_REGISTRATION =
  'National Registration Department of Malaysia (JPN): number and place codes of MyKad (2001).';

/**
 * Codes of the National Registration Department, first and last of each range. States come first, then countries and
 * special cases.
 */
const placesOfBirth = [
  [1, 16],
  [21, 68],
  [71, 72],
  [74, 79],
  [82, 93],
  [98, 99],
] as const;

/**
 * The MyKad number: date of birth (YYMMDD), place of birth, serial number, with optional dashes. If a number has
 * another form, only this check fails.
 */
export const mykadDate = {
  code: 'mykad_date',
  when: 'The number is no number of a MyKad, or does not begin with a date of birth.',
  source: NATIONAL_REGISTRATION,
  passes: (value) => {
    const match = form.exec(unspaced(value));
    if (match === null) return false;
    const [, year, month, day] = match.map(Number);
    return isDate(year ?? 0, month ?? 0, day ?? 0);
  },
} as const satisfies ValueCheck;

/** The seventh and eighth digits of a MyKad number. */
export const mykadPlaceOfBirth = {
  code: 'mykad_place_of_birth',
  when: 'The number of a MyKad has a place of birth that does not exist.',
  source: NATIONAL_REGISTRATION,
  passes: (value) => {
    const match = form.exec(unspaced(value));
    if (match === null) return true;
    const place = Number(match[4]);
    return placesOfBirth.some(([from, to]) => from <= place && place <= to);
  },
} as const satisfies ValueCheck;

/** The number has no century. Every day of 19YY is also a day of 20YY; 29 February 2000 is the one more. */
function isDate(yearOfCentury: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000 + yearOfCentury, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
