import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hkidCheckDigit } from '../../../../../src/nouns/kyc/countries/hk/hkid.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

const digit = fc.constantFrom(...'0123456789');
const letters = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  minLength: 1,
  maxLength: 2,
});
const sixDigits = fc.string({ unit: digit, minLength: 6, maxLength: 6 });

/** The check digit by its definition: the difference to the next multiple of eleven. */
function checkDigit(prefix: string, digits: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ';
  const symbols = (prefix + digits).padStart(8, ' ');
  let sum = 0;
  for (let index = 0; index < 8; index += 1) sum += alphabet.indexOf(symbols.charAt(index)) * (9 - index);
  return '0123456789A'.charAt((11 - (sum % 11)) % 11);
}

describe('HKID check digit', () => {
  it.each([
    'A123456(3)',
    'A1234563',
    'a123456(3)',
    ' A 123456 (3) ',
    '\uff21\uff11\uff12\uff13\uff14\uff15\uff16\uff08\uff13\uff09',
    'Z683365(A)',
    'Z097798(6)',
    'W520128(7)',
    'Q803337(0)',
    'OV290326(A)',
    'E364912(5)',
    'D288754(2)',
    'AB987654(3)',
    'G123456(A)',
    'g123456a',
  ])('accepts %s', (id) => {
    expect(hkidCheckDigit.passes(id)).toBe(true);
  });

  it.each([
    '',
    'A123456(4)',
    'Z683365(5)',
    'A123456',
    'A123456(3',
    'A1234563)',
    'A12345(3)',
    'ABC123456(3)',
    '1234567(3)',
    'A123456(B)',
    'A123456(33)',
  ])('warns of %j', (id) => {
    expect(hkidCheckDigit.passes(id)).toBe(false);
  });

  it('accepts any number with the computed check digit, in parentheses or not', () => {
    fc.assert(
      fc.property(letters, sixDigits, fc.boolean(), (prefix, digits, enclosed) => {
        const check = checkDigit(prefix, digits);
        expect(hkidCheckDigit.passes(prefix + digits + (enclosed ? `(${check})` : check))).toBe(true);
      }),
    );
  });

  it('warns when any one digit is changed', () => {
    fc.assert(
      fc.property(letters, sixDigits, fc.nat(6), digit, (prefix, digits, place, other) => {
        const number = digits + checkDigit(prefix, digits);
        fc.pre(number.charAt(place) !== other);
        const changed = number.slice(0, place) + other + number.slice(place + 1);
        expect(hkidCheckDigit.passes(prefix + changed)).toBe(false);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (id) => void hkidCheckDigit.passes(id)));
  });
});
