import { unspaced } from '../spelling.ts';

/** Year, type of entity (01 local company to 06 professional partnership), running number. */
const since2019 = String.raw`(?:1[89]|20)\d{2}0[1-6]\d{6}`;

const before2019 = [
  String.raw`\d{1,7}-[A-Z]`, // company
  String.raw`(?:\d{9}|[A-Z]{2}\d{7})-[A-Z]`, // business
  String.raw`LLP\d{7}-[A-Z]{3}`, // limited liability partnership
].join('|');

const form = new RegExp(`^(?:${since2019}(?:\\((?:${before2019})\\))?|${before2019})$`, 'i');

/**
 * The number of the Companies Commission (SSM): twelve digits (`201901000005`), the number that the company had
 * before October 2019 (`1312525-A`), or both as the register shows them (`201901000005 (1312525-A)`).
 */
export function isRegistrationNumber(value: string): boolean {
  return form.test(unspaced(value));
}
