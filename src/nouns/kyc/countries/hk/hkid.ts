import type { ValueCheck } from '../../country/country.ts';
import { unspaced } from '../../country/spelling.ts';

const form = /^([A-Z]{1,2})(\d{6})(?:\(([\dA])\)|([\dA]))$/i;

/** An identity card has one or two letters. A single letter counts as if a blank came before it. */
const blank = 36;

/**
 * The Hong Kong identity card number: one or two letters, six digits and a check digit (0-9 or A). The check digit may
 * be in parentheses. With weights from 9 down to 1, A as 10 and Z as 35, the sum is a multiple of eleven.
 */
export const hkidCheckDigit = {
  code: 'hkid_check_digit',
  when: 'The number is no number of a Hong Kong identity card, or its check digit does not fit.',
  source:
    'Immigration Department of Hong Kong: identity card numbers, with a check digit modulo 11 (smart cards since 2003).',
  passes: (value) => {
    const match = form.exec(unspaced(value));
    if (match === null) return false;
    const [, letters = '', digits = '', enclosed, bare] = match;
    const check = enclosed ?? bare ?? '';
    const worths = [...letters, ...digits, ...check].map((symbol) => Number.parseInt(symbol, 36));
    if (letters.length === 1) worths.unshift(blank);
    const sum = worths.reduce((total, worth, index) => total + worth * (9 - index), 0);
    return sum % 11 === 0;
  },
} as const satisfies ValueCheck;
