import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  industryOf,
  isIndustryCode,
  isIndustrySection,
  schemeOf,
} from '../../../../src/nouns/kyc/countries/industry.ts';
import { type IsicStructure, sectionsOf } from '../../../../src/nouns/kyc/countries/isic.ts';
import { isicRev4 } from '../../../../src/nouns/kyc/countries/isic-rev-4.ts';
import { isicRev5 } from '../../../../src/nouns/kyc/countries/isic-rev-5.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const countOf = (structure: IsicStructure, digits: number, section?: string) =>
  [...sectionsOf(structure)].filter(
    ([code, of]) => code.length === digits && (section === undefined || of === section),
  ).length;

test.each([
  ['divisions', 2, 88, 87],
  ['groups', 3, 238, 258],
  ['classes', 4, 419, 463],
])('ISIC has its %s in both revisions', (_, digits, ofRev4, ofRev5) => {
  expect([countOf(isicRev4, digits), countOf(isicRev5, digits)]).toEqual([ofRev4, ofRev5]);
});

test.each([
  ['A', 38, 39],
  ['B', 14, 14],
  ['C', 137, 141],
  ['D', 3, 6],
  ['E', 8, 8],
  ['F', 11, 12],
  ['G', 43, 41],
  ['H', 20, 23],
  ['I', 7, 10],
  ['J', 23, 15],
  ['K', 18, 9],
  ['L', 2, 24],
  ['M', 14, 3],
  ['N', 26, 17],
  ['O', 7, 25],
  ['P', 8, 8],
  ['Q', 9, 12],
  ['R', 10, 11],
  ['S', 17, 19],
  ['T', 3, 22],
  ['U', 1, 3],
  ['V', 0, 1],
])('ISIC has in section %s %i classes in Rev. 4 and %i in Rev. 5', (section, ofRev4, ofRev5) => {
  expect([countOf(isicRev4, 4, section), countOf(isicRev5, 4, section)]).toEqual([ofRev4, ofRev5]);
});

test.each([isicRev4, isicRev5])(
  'no group of ISIC is without its division, no class without its group',
  (of) => {
    const codes = sectionsOf(of);
    for (const [code, section] of codes)
      if (code.length > 2) expect(codes.get(code.slice(0, -1))).toBe(section);
  },
);

describe('an industry code', () => {
  it.each([
    ['01', 'isic'],
    ['A011', 'isic'],
    ['G4690', 'isic'],
    ['G46444', 'msic'],
    ['46311', 'msic'],
    ['561100', 'hsic'],
    ['1', null],
    ['', null],
    ['4690000', null],
  ])('%j is of the scheme %s', (code, scheme) => {
    expect(schemeOf(code)).toBe(scheme);
  });

  it.each([
    // ISIC, of either revision and with its letter there.
    '0111',
    'A0111',
    '011',
    '01',
    'G4791',
    'U99',
    'V9900',
    'V99',
    '6201',
    'J6201',
    '6211',
    'K6211',
    'K62',
    'K6419',
    'L6419',
    'G4510',
    '45',
    'T9531',
    'I5540',
    'D3540',
    // MSIC: 4644 and 4631 are no classes of ISIC.
    '46311',
    'G46311',
    'G46444',
    'G46441',
    '01111',
    '62010',
    'J62010',
    '68104',
    'L68104',
    'S96099',
    // HSIC: nor are 5611, 5501, 6911, 4513 and 7412.
    '561100',
    '550100',
    '691100',
    '451300',
    '741200',
    'I561100',
    'G451300',
    '462100',
    '620100',
    '681100',
  ])('%s gives no warning', (code) => {
    expect([isIndustryCode(code), isIndustrySection(code)]).toEqual([true, true]);
  });

  it.each([
    '',
    '1',
    'A',
    '04',
    '111',
    '6203',
    'J6203',
    '0000',
    '9999',
    'A9999',
    '98000000',
    'AA0111',
    '4644',
    '5611',
  ])('%j is not of ISIC', (code) => {
    expect([isIndustryCode(code), isIndustrySection(code)]).toEqual([false, true]);
  });

  it.each(['00000', '04100', '67100', '000000', '340000', '890000', '89999'])(
    '%s has no division of its scheme',
    (code) => {
      expect([isIndustryCode(code), isIndustrySection(code)]).toEqual([false, true]);
    },
  );

  // The letters of Rev. 5 are not those of MSIC and HSIC; a class of Rev. 5 has not the letter of Rev. 4.
  it.each(['B0111', 'A6201', 'A4690', 'J6211', 'K6201', 'F46444', 'H46311', 'K62010', 'H561100', 'V99000'])(
    '%s has the letter of another section',
    (code) => {
      expect([isIndustryCode(code), isIndustrySection(code)]).toEqual([true, false]);
    },
  );

  it.each([
    ['G46444', 'Wholesale and retail trade, repair of motor vehicles'],
    ['451300', 'Import and export, wholesale and retail trade'],
    ['741200', 'Professional, scientific and technical activities'],
    ['6419', 'Financial and insurance activities'],
    ['K6419', 'Financial and insurance activities'],
    ['L6419', 'Financial and insurance activities'],
    ['L68', 'Real estate activities'],
    ['6201', 'Information and communication'],
    ['K62', 'Telecommunications, computer programming and information services'],
    ['6211', 'Telecommunications, computer programming and information services'],
    // The letter is wrong, so the digits tell.
    ['A4690', 'Wholesale and retail trade, repair of motor vehicles'],
    ['9999', null],
    ['1', null],
  ])('%s means "%s"', (code, industry) => {
    expect(industryOf(code)).toBe(industry);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        (code) => void [isIndustryCode(code), isIndustrySection(code), schemeOf(code), industryOf(code)],
      ),
    );
  });
});
