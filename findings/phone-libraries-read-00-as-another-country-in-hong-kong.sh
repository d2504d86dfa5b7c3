#!/usr/bin/env bash
# google-libphonenumber 3.2.47 and libphonenumber-js 1.13.16: a customer of Hong Kong writes a foreign number with 00 for the
# plus, as the ITU recommends in E.164 and most of the world dials. Hong Kong itself dials 001, and its carriers have
# prefixes of their own, 002 and 006 to 009. With 'HK' as the default country both libraries take the longest of them off,
# the first digit of the country with it. A mobile number of Japan, 0081 90 ..., is then a VALID number of Memphis,
# Tennessee (+1 901 ...), one of India one of Georgia; Hong Kong's own 00852 becomes Mexico, which is at least not valid.
# Numbers that begin with 0033, 0044 or 0049 are right, and with 'MY', whose prefix is 00, all are. It is no fault of the
# numbering plan they ship, but a code by SMS goes to a stranger. Put a plus for 00 before you parse.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund google-libphonenumber@3.2.47 libphonenumber-js@1.13.16
cat >read.cjs <<'JS'
const { PhoneNumberFormat, PhoneNumberUtil } = require('google-libphonenumber');
const { parsePhoneNumberWithError } = require('libphonenumber-js/max');

const google = PhoneNumberUtil.getInstance();
const read = (text, country) => {
  const one = google.parse(text, country);
  const other = parsePhoneNumberWithError(text, country);
  return [
    `${google.format(one, PhoneNumberFormat.E164)} ${google.isValidNumber(one) ? 'valid' : 'not valid'}`,
    `${other.number} ${other.isValid() ? 'valid' : 'not valid'}`,
  ].join(', ');
};
const seen = [
  ['0044 7400 123456', 'HK'],
  ['0081 90 1234 5678', 'HK'],
  ['0091 91234 56789', 'HK'],
  ['00852 9123 4567', 'HK'],
  ['0081 90 1234 5678', 'MY'],
  ['+81 90 1234 5678', 'HK'],
].map(([text, country]) => `${text} in ${country}: ${read(text, country)}`);
console.log(seen.join('\n'));
const expected = [
  '0044 7400 123456 in HK: +447400123456 valid, +447400123456 valid',
  '0081 90 1234 5678 in HK: +19012345678 valid, +19012345678 valid',
  '0091 91234 56789 in HK: +19123456789 valid, +19123456789 valid',
  '00852 9123 4567 in HK: +5291234567 not valid, +5291234567 not valid',
  '0081 90 1234 5678 in MY: +819012345678 valid, +819012345678 valid',
  '+81 90 1234 5678 in HK: +819012345678 valid, +819012345678 valid',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node read.cjs
# Seen:
# 0044 7400 123456 in HK: +447400123456 valid, +447400123456 valid
# 0081 90 1234 5678 in HK: +19012345678 valid, +19012345678 valid
# 0091 91234 56789 in HK: +19123456789 valid, +19123456789 valid
# 00852 9123 4567 in HK: +5291234567 not valid, +5291234567 not valid
# 0081 90 1234 5678 in MY: +819012345678 valid, +819012345678 valid
# +81 90 1234 5678 in HK: +819012345678 valid, +819012345678 valid
