import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIsicCode, isIsicSection } from '../../../src/kyc/countries/isic.ts';
import { anyCharacter } from '../../support/any-character.ts';

const codesOf = (length: number) =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0')).filter(
    isIsicCode,
  );

describe('ISIC', () => {
  it.each([
    ['divisions', 2, 88],
    ['groups', 3, 238],
    ['classes', 4, 419],
  ])('has the %s of Rev. 4', (_, digits, count) => {
    expect(codesOf(digits)).toHaveLength(count);
  });

  it.each([
    ['A', 38],
    ['B', 14],
    ['C', 137],
    ['D', 3],
    ['E', 8],
    ['F', 11],
    ['G', 43],
    ['H', 20],
    ['I', 7],
    ['J', 23],
    ['K', 18],
    ['L', 2],
    ['M', 14],
    ['N', 26],
    ['O', 7],
    ['P', 8],
    ['Q', 9],
    ['R', 10],
    ['S', 17],
    ['T', 3],
    ['U', 1],
  ])('has in section %s %i classes', (letter, count) => {
    expect(codesOf(4).filter((code) => isIsicSection(letter + code))).toHaveLength(count);
  });

  it('has no group without its division, no class without its group', () => {
    for (const code of [...codesOf(3), ...codesOf(4)]) expect(isIsicCode(code.slice(0, -1))).toBe(true);
  });

  it.each(['0111', 'A0111', '011', '01', 'K6419', '6201', 'G4791', 'U99', '01111', 'G479110'])(
    'accepts %s',
    (isic) => {
      expect(isIsicCode(isic)).toBe(true);
      expect(isIsicSection(isic)).toBe(true);
    },
  );

  it.each(['', '1', 'A', '04', '111', '6203', 'J6203', '0000', '9800000', '99990', 'AA0111'])(
    'does not know %j',
    (isic) => {
      expect(isIsicCode(isic)).toBe(false);
      expect(isIsicSection(isic)).toBe(true);
    },
  );

  it.each(['B0111', 'A6201', 'V9900'])('sees that %s has the letter of another section', (isic) => {
    expect(isIsicCode(isic)).toBe(true);
    expect(isIsicSection(isic)).toBe(false);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (isic) => void [isIsicCode(isic), isIsicSection(isic)]),
    );
  });
});
