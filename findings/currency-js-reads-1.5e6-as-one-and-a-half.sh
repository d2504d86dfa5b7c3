#!/usr/bin/env bash
# currency.js 2.0.4, numeral 2.0.6 and accounting 0.4.1 (ten million downloads a month together) read amounts that people
# and files write: "-$1,234.50" and "(1,234.50)" are right. But a character that they do not know is removed, not refused,
# also with `errorOnInvalid` of currency.js. A large amount that Excel saved to CSV, 1.5E+06, is read as 1.51 or 1.506, and
# 1E5 as 15. The minus sign proper (U+2212), which Intl.NumberFormat writes in Swedish, Norwegian and Finnish and
# which stands in many statements, is removed too: minus five becomes five, a refund a payment. Nothing throws, nothing
# is NaN, and tests with a hyphen and short amounts pass. Let a pattern of your own decide whether a text is an amount.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency.js@2.0.4 numeral@2.0.6 accounting@0.4.1
cat >read.cjs <<'JS'
const currency = require('currency.js');
const numeral = require('numeral');
const accounting = require('accounting');

console.log('currency.js 2.0.4, numeral 2.0.6, accounting 0.4.1');
const texts = ['-$1,234.50', '1.5E+06', '1E5', new Intl.NumberFormat('sv-SE').format(-5)];
const seen = texts.map((text) => {
  const read = [currency(text, { errorOnInvalid: true }).value, numeral(text).value(), accounting.unformat(text)];
  return `${text}: ${read.join(', ')}`;
});
console.log(seen.join('\n'));
const expected = [
  '-$1,234.50: -1234.5, -1234.5, -1234.5',
  '1.5E+06: 1.51, 1.506, 1.506',
  '1E5: 15, 15, 15',
  '\u22125: 5, 5, 5',
];
if (seen.join() !== expected.join()) process.exitCode = 1;
JS
node read.cjs
# Seen (should be: -1234.5, 1500000, 100000, -5):
# currency.js 2.0.4, numeral 2.0.6, accounting 0.4.1
# -$1,234.50: -1234.5, -1234.5, -1234.5
# 1.5E+06: 1.51, 1.506, 1.506
# 1E5: 15, 15, 15
# −5: 5, 5, 5
