import { describe, expect, it } from 'vitest';
import { registrationNumber } from '../../../../../src/nouns/kyc/countries/my/registration-number.ts';

describe('SSM registration number', () => {
  it.each([
    '201901000005',
    '196006000001',
    '201901000005 (1312525-A)',
    '1312525-A',
    '131252-a',
    '3813-K',
    '001234567-X',
    'JM0123456-A',
    '202004000001 (LLP0012345-LGN)',
    'LLP0012345-LGN',
  ])('accepts %s', (number) => {
    expect(registrationNumber.passes(number)).toBe(true);
  });

  it.each([
    '',
    '201900000005',
    '201907000005',
    '301901000005',
    '20190100005',
    '2019010000055',
    '201901000005 (1312525)',
    '201901000005 1312525-A',
    '(1312525-A)',
    '13125251-A',
    '1312525A',
    '1312525-AB',
    '1312525-1',
  ])('warns of %j', (number) => {
    expect(registrationNumber.passes(number)).toBe(false);
  });

  it.each([
    ['201901000005 (1312525-A)', '000005'],
    ['1312525-A', '1312525'],
    ['JM0123456-A', '0123456'],
    ['001234567-X', '001234567'],
    ['LLP0012345-LGN', '0012345'],
    ['1312525', null],
  ])('of %s the serial number is %s', (number, serial) => {
    expect(registrationNumber.serial(number)).toBe(serial);
  });
});
