import { unspaced } from '../spelling.ts';

/**
 * Year, type of entity (01 local company to 06 professional partnership), running number; the older number in
 * parentheses.
 */
const SINCE_2019 = /^(?:1[89]|20)\d{2}0[1-6]\d{6}(?:\((?<before>[\w-]+)\))?$/;

/** A company, a business, a limited liability partnership. */
const BEFORE_2019 = /^(?:\d{1,7}-[A-Z]|(?:\d{9}|[A-Z]{2}\d{7})-[A-Z]|LLP\d{7}-[A-Z]{3})$/i;

/**
 * The number of the Companies Commission (SSM): twelve digits (`201901000005`), the number from before October 2019
 * (`1312525-A`), or both as the register shows them (`201901000005 (1312525-A)`).
 */
export function isRegistrationNumber(value: string): boolean {
  const text = unspaced(value);
  const since = SINCE_2019.exec(text);
  const before = since === null ? text : since.groups?.['before'];
  return before === undefined || BEFORE_2019.test(before);
}
