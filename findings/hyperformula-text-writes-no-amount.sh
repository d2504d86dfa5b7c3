#!/usr/bin/env bash
# hyperformula 3.5.0 (a spreadsheet without a window, 400 functions of Excel): TEXT writes a number by a format, as in
# `="Pay "&TEXT(A1,"#,##0.00")` of a letter. The format of nearly every sheet with money, #,##0.00, has a separator of
# thousands, and HyperFormula takes the format to end there: 1234.5 becomes "1235,##0.00", rounded to whole units, and the
# rest of the format stays as text. A percentage is not multiplied: a rate of 0.075 by "0.0%" is "0.1%". The name of a
# month is not known: "dd mmm yyyy" gives "30 110 2026", since mm is replaced within mmm. There is no error value, which a
# program could look for, and plain formats such as 0.00 and dd/mm/yyyy are right. Format numbers, rates and dates outside
# of the sheet.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0
cat >write.mjs <<'JS'
import { HyperFormula } from 'hyperformula';

console.log(`hyperformula ${HyperFormula.version}`);
const sheet = HyperFormula.buildFromArray(
  [[1234.5, 0.075, '=DATE(2026,11,30)']],
  { licenseKey: 'gpl-v3' },
);
const text = (cell, format) => sheet.calculateFormula(`=TEXT(${cell},"${format}")`, 0);
const seen = [
  text('A1', '#,##0.00'),
  text('A1', '0.00'),
  text('B1', '0.0%'),
  text('C1', 'dd mmm yyyy'),
  text('C1', 'dd/mm/yyyy'),
];
console.log(JSON.stringify(seen));
const expected = '["1235,##0.00","1234.50","0.1%","30 110 2026","30/11/2026"]';
if (JSON.stringify(seen) !== expected) process.exitCode = 1;
JS
node write.mjs
# Seen (Excel: "1,234.50", "1234.50", "7.5%", "30 Nov 2026", "30/11/2026"):
# hyperformula 3.5.0
# ["1235,##0.00","1234.50","0.1%","30 110 2026","30/11/2026"]
