import { unspaced } from '../spelling.ts';

const form = /^\d{8}(?:-\d{3}(?:-(?:0[1-9]|1[0-2])-\d{2}-[\dA-Z])?)?$/i;

/**
 * The number of the Business Registration Office: eight digits, alone, with the branch (`12345678-000`), or as the
 * certificate prints it with branch, month, year and check digit (`12345678-000-01-24-1`). Older numbers of the
 * Companies Registry (up to seven digits, or a letter before them) do not pass: the register changed to the eight
 * digits in December 2023, and operators want to see where a partner sent the older one.
 */
export function isRegistrationNumber(value: string): boolean {
  return form.test(unspaced(value));
}
