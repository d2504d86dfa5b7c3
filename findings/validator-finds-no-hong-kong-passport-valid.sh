#!/usr/bin/env bash
# validator 13.15.35: `isPassportNumber(number, country)` knows 60 countries, and Hong Kong, Singapore and Taiwan are not
# among them. For a country it does not know it returns false, as for a bad number: K12345678 is false with HK, and
# there is no error. Its sisters `isMobilePhone`, `isPostalCode` and `isVAT` throw for a country they do not know. So a
# form that passes on the country refuses each holder of a Hong Kong passport, with a message about the number. A country
# in small letters is not false: `my` throws a TypeError, though the code turns it into capitals to look it up.
# A caller has to look into `passportNumberLocales` first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund validator@13.15.35
cat >ask.cjs <<'JS'
const validator = require('validator');

const outcomeOf = (ask) => {
  try {
    return String(ask());
  } catch (error) {
    return error.name;
  }
};
const outcomes = [
  ['passport K12345678, HK', () => validator.isPassportNumber('K12345678', 'HK')],
  ['passport K12345678, MY', () => validator.isPassportNumber('K12345678', 'MY')],
  ['passport K12345678, my', () => validator.isPassportNumber('K12345678', 'my')],
  ['mobile phone, unknown country', () => validator.isMobilePhone('+85261234567', 'en-XX')],
  ['postal code, unknown country', () => validator.isPostalCode('50000', 'XX')],
].map(([name, ask]) => [name, outcomeOf(ask)]);
for (const [name, outcome] of outcomes) console.log(`${name}: ${outcome}`);
const isAsSeen = outcomes.map(([, outcome]) => outcome).join() === 'false,true,TypeError,Error,Error';
if (!isAsSeen || validator.passportNumberLocales.includes('HK')) process.exitCode = 1;
JS
node ask.cjs
# Seen:
# passport K12345678, HK: false
# passport K12345678, MY: true
# passport K12345678, my: TypeError
# mobile phone, unknown country: Error
# postal code, unknown country: Error
