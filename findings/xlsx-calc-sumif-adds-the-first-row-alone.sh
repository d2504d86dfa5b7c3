#!/usr/bin/env bash
# xlsx-calc 0.9.2 (calculates the formulas of a workbook that SheetJS read, 145,000 downloads a month): SUMIF over a column
# adds the amounts of one currency or one partner. xlsx-calc takes the first row of the column alone: of 10 HKD, 6 HKD and
# 3 MYR the sum of HKD is 10. With the criterion ">5" it is 0 in any shape, as criteria are only compared as texts. SUM
# over a column counts texts that look like numbers, which Excel leaves out: an account number among the amounts is added
# to them. No error value and no exception, while functions that are missing (COUNTIF, SUMIFS) do throw, so that SUMIF seems
# to be supported. A total of a bank's or a merchant's sheet that is calculated on upload is too small.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx-calc@0.9.2
cat >sum.mjs <<'JS'
import { readFileSync } from 'node:fs';
import calculate from 'xlsx-calc';

console.log(`xlsx-calc ${JSON.parse(readFileSync('node_modules/xlsx-calc/package.json', 'utf8')).version}`);
const rows = [
  ['HKD', 10, '100'],
  ['HKD', 6, 5],
  ['MYR', 3, 6],
];
const cells = {};
rows.forEach(([currency, amount, mixed], index) => {
  cells[`A${index + 1}`] = { v: currency, t: 's' };
  cells[`B${index + 1}`] = { v: amount, t: 'n' };
  cells[`C${index + 1}`] = { v: mixed, t: typeof mixed === 'string' ? 's' : 'n' };
});
const formulas = ['SUM(B1:B3)', 'SUMIF(A1:A3,"HKD",B1:B3)', 'SUMIF(B1:B3,">5")', 'SUM(C1:C3)'];
formulas.forEach((f, index) => (cells[`D${index + 1}`] = { f, t: 'n' }));
calculate({ Sheets: { Settlements: cells } });
const seen = formulas.map((formula, index) => `${formula} = ${cells[`D${index + 1}`].v}`);
console.log(seen.join('\n'));
const expected = ['SUM(B1:B3) = 19', 'SUMIF(A1:A3,"HKD",B1:B3) = 10', 'SUMIF(B1:B3,">5") = 0', 'SUM(C1:C3) = 111'];
if (seen.join() !== expected.join()) process.exitCode = 1;
JS
node sum.mjs
# Seen (Excel: 19, 16, 16, 11):
# xlsx-calc 0.9.2
# SUM(B1:B3) = 19
# SUMIF(A1:A3,"HKD",B1:B3) = 10
# SUMIF(B1:B3,">5") = 0
# SUM(C1:C3) = 111
