import { describe, expect, it } from 'vitest';
import { registrationNumber } from '../../../../../src/nouns/kyc/countries/hk/registration-number.ts';

describe('Hong Kong business registration number', () => {
  it.each([
    '12345678',
    '12345678-000',
    '12345678-000-01-24-1',
    '12345678-000-12-11-A',
    ' 1234 5678 ',
    'C0012345',
    'F0001234',
    'f0012345',
    ' C 0012345 ',
    '\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
  ])('accepts %s', (number) => {
    expect(registrationNumber.passes(number)).toBe(true);
  });

  it.each([
    '',
    '1234567',
    '123456789',
    'F001234',
    'F00012345',
    'CF0012345',
    '0012345C',
    'C0012345-000',
    '12345678-00',
    '12345678-000-13-24-1',
    '12345678-000-00-24-1',
    '12345678-000-01-24',
    '12345678-000-01-24-11',
    '123456780000124',
  ])('warns of %j', (number) => {
    expect(registrationNumber.passes(number)).toBe(false);
  });

  it.each([
    ['12345678-000-01-24-1', '12345678'],
    ['c0012345', '0012345'],
    ['1234567', null],
  ])('of %s the serial number is %s', (number, serial) => {
    expect(registrationNumber.serial(number)).toBe(serial);
  });
});
