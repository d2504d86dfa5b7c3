#!/usr/bin/env bash
# @fragaria/address-formatter 6.7.1 (500,000 downloads a month) writes a postal address in the customs of its country; its readme
# takes the fields of a map service, `neighbourhood` and `city` among them. The form of Hong Kong has room for the house, the
# street, `stateDistrict` and `state` alone. The district as `suburb` or `neighbourhood` and the area as
# `city` (Kowloon) are left out: "8 Example Road" is all that is printed, and Hongkong Post, whose guide wants the district
# and then the area as the last lines, has no postal code to find it by. In Macau the same for `city`. Nothing fails, and
# the same fields are all printed for Malaysia. Give the district as `stateDistrict` and the area as `state`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @fragaria/address-formatter@6.7.1
cat >write.cjs <<'JS'
const { format } = require('@fragaria/address-formatter');

const street = { houseNumber: '8', road: 'Example Road' };
const seen = [
  { ...street, suburb: 'Bangsar', city: 'Kuala Lumpur', countryCode: 'MY' },
  { ...street, suburb: 'Mong Kok', city: 'Kowloon', countryCode: 'HK' },
  { ...street, neighbourhood: 'Mong Kok', town: 'Kowloon', countryCode: 'HK' },
  { ...street, city: 'Macau', countryCode: 'MO' },
  { ...street, stateDistrict: 'Mong Kok', state: 'Kowloon', countryCode: 'HK' },
].map((address) => `${address.countryCode}: ${format(address, { output: 'array' }).join(' / ')}`);
console.log(seen.join('\n'));
const expected = [
  'MY: 8 Example Road / Bangsar / Kuala Lumpur',
  'HK: 8 Example Road',
  'HK: 8 Example Road',
  'MO: Example Road 8',
  'HK: 8 Example Road / Mong Kok / Kowloon',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node write.cjs
# Seen:
# MY: 8 Example Road / Bangsar / Kuala Lumpur
# HK: 8 Example Road
# HK: 8 Example Road
# MO: Example Road 8
# HK: 8 Example Road / Mong Kok / Kowloon
