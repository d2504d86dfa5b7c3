import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mykadDate, mykadPlaceOfBirth } from '../../../../../src/nouns/kyc/countries/my/mykad.ts';

const serial = fc.nat(9999).map((number) => String(number).padStart(4, '0'));
const placesOfBirth = '01 16 21 59 60 68 71 72 74 79 82 93 98 99'.split(' ');

describe('MyKad date', () => {
  it.each([
    '800229-14-5678',
    '800229145678',
    '800229-145678',
    ' 800229 14 5678 ',
    '000229-14-5678',
    '991231-66-5679',
  ])('accepts %s', (id) => {
    expect(mykadDate.passes(id)).toBe(true);
  });

  it.each([
    '',
    '810229-14-5678',
    '801301-14-5678',
    '800001-14-5678',
    '800100-14-5678',
    '800431-14-5678',
    '80022914567',
    '8002291456789',
    '800229--145678',
    'A1234567',
  ])('warns of %j', (id) => {
    expect(mykadDate.passes(id)).toBe(false);
  });

  it('accepts every birthday of two centuries', () => {
    const birthday = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(birthday, fc.constantFrom(...placesOfBirth), serial, (date, place, last) => {
        const id = date.toISOString().slice(2, 10).replaceAll('-', '') + place + last;
        expect(mykadDate.passes(id)).toBe(true);
        expect(mykadPlaceOfBirth.passes(id)).toBe(true);
      }),
    );
  });
});

describe('MyKad place of birth', () => {
  it.each(placesOfBirth)('accepts %s', (place) => {
    expect(mykadPlaceOfBirth.passes(`800229-${place}-5678`)).toBe(true);
  });

  it.each(['00', '17', '20', '69', '70', '73', '80', '81', '94', '97'])('warns of %s', (place) => {
    expect(mykadPlaceOfBirth.passes(`800229-${place}-5678`)).toBe(false);
  });

  it('leaves a number of another form to the check of the date', () => {
    expect(mykadPlaceOfBirth.passes('A1234567')).toBe(true);
  });
});
