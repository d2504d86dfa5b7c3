import { expect, it } from 'vitest';
import { hkidCheckDigit } from '../../../../src/nouns/kyc/countries/hk/hkid.ts';
import { registrationNumber as hongKong } from '../../../../src/nouns/kyc/countries/hk/registration-number.ts';
import { mykadDate, mykadPlaceOfBirth } from '../../../../src/nouns/kyc/countries/my/mykad.ts';
import { registrationNumber as malaysia } from '../../../../src/nouns/kyc/countries/my/registration-number.ts';
import { unspaced } from '../../../../src/nouns/kyc/country/spelling.ts';

it.each(['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uff0d', '\ufe63'])(
  'the hyphen %j of a word processor is a hyphen in every number',
  (hyphen) => {
    const written = (text: string) => text.replaceAll('-', hyphen);
    expect(hongKong.passes(written('12345678-000-01-24-1'))).toBe(true);
    expect(malaysia.passes(written('1312525-A'))).toBe(true);
    expect(malaysia.passes(written('201901000005 (1312525-A)'))).toBe(true);
    expect(malaysia.passes(written('LLP0012345-LGN'))).toBe(true);
    expect(mykadDate.passes(written('800229-14-5678'))).toBe(true);
    expect(mykadPlaceOfBirth.passes(written('800229-00-5678'))).toBe(false);
  },
);

it('no other character becomes a hyphen', () => {
  expect(unspaced('a_b~c\u00b7d\u30fce\u00ade')).toBe('a_b~c\u00b7d\u30fce\u00ade');
  expect(hkidCheckDigit.passes('A123456_3')).toBe(false);
  expect(mykadDate.passes('800229_14_5678')).toBe(false);
});
