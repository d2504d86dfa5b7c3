#!/usr/bin/env bash
# @formulajs/formulajs 4.6.1 (Excel's functions for JavaScript, half a million downloads a month): accountants write a
# negative amount in brackets, `(1,000.00)`, and the exports of some ledgers write the minus behind it, `1,000.50-`. Excel
# reads both as negative. VALUE of formulajs cuts off up to three characters in front and behind that are no digits, the
# bracket or the minus among them, and answers +1000 and +1000.5. SUM of texts, which Excel adds up as VALUE reads them if
# they stand in the formula, stops at the comma of the thousands: 1,000.50 counts as 1. MATCH for an exact reference
# escapes some signs of a regular expression, but not the dot and the dollar: the reference INV.1 is found at the row of
# INV-1, the amount 12.5 at the row of 1235, and A$1 nowhere. Nothing throws, so a reconciliation takes a refund for a
# payment, or pays the row of another invoice. Give it numbers that you have read yourself, and compare references with ===.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @formulajs/formulajs@4.6.1
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { MATCH, SUM, VALUE } from '@formulajs/formulajs';

const { version } = JSON.parse(readFileSync('node_modules/@formulajs/formulajs/package.json', 'utf8'));
console.log(`@formulajs/formulajs ${version}`);
const { message: notFound } = MATCH('A$1', ['A$1'], 0);
const seen = {
  brackets: VALUE('(1,000.00)'),
  minusBehind: VALUE('1,000.50-'),
  minusInFront: VALUE('-1,000.50'),
  sum: SUM('1,000.50', '2'),
  references: [
    MATCH('INV.1', ['INV-1', 'INV.1'], 0),
    MATCH('12.5', ['1235', '12.5'], 0),
    notFound,
  ],
};
console.log(JSON.stringify(seen));
const expected =
  '{"brackets":1000,"minusBehind":1000.5,"minusInFront":-1000.5,"sum":3,"references":[1,1,"#N/A"]}';
if (JSON.stringify(seen) !== expected) process.exitCode = 1;
JS
node read.mjs
# Seen (Excel: -1000, -1000.5, -1000.5, 1002.5, and the references in rows 2, 2 and 1):
# @formulajs/formulajs 4.6.1
# {"brackets":1000,"minusBehind":1000.5,"minusInFront":-1000.5,"sum":3,"references":[1,1,"#N/A"]}
