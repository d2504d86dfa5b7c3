#!/usr/bin/env bash
# hyperformula 3.5.0 and xlsx-calc 0.9.2 (both calculate sheets of Excel in Node): ROUND(1.005,2) is 1.01 in Excel and in
# LibreOffice, which correct for the binary number that lies a little below 1.005. Both packages round that binary number,
# although HyperFormula is made to agree with Excel and corrects its sums (`smartRounding`): of the 10,000 amounts 0.005,
# 0.015 ... 99.995 each makes 572 a cent too small. xlsx-calc moreover rounds a negative half
# towards zero, so a fee of 0.125 is 0.13 and its refund -0.12: they do not cancel out. A schedule of fees that finance
# made in Excel and a service calculates so differs by a cent in one row of seventeen, and 1.00 or 2.00 never show it.
# Calculate fees in whole minor units, and compare some rows that end in half a cent with the sheet of finance.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hyperformula@3.5.0 xlsx-calc@0.9.2
cat >round.mjs <<'JS'
import { HyperFormula } from 'hyperformula';
import calculate from 'xlsx-calc';

console.log(`hyperformula ${HyperFormula.version}, xlsx-calc 0.9.2`);
const sheet = HyperFormula.buildEmpty({ licenseKey: 'gpl-v3' });
sheet.addSheet('Fees');
const hyperformula = (amount) => sheet.calculateFormula(`=ROUND(${amount},2)`, 0);
const xlsxCalc = (amount) => {
  const cells = { A1: { v: amount, t: 'n' }, B1: { f: 'ROUND(A1,2)', t: 'n' } };
  calculate({ Sheets: { Fees: cells } });
  return cells.B1.v;
};
const tooSmall = (round) => {
  let count = 0;
  for (let thousandths = 5; thousandths < 100_000; thousandths += 10)
    if (Math.round(round(thousandths / 1_000) * 100) < (thousandths + 5) / 10) count += 1;
  return count;
};
const seen = {
  hyperformula: [1.005, 1.255, -1.005, 0.125, -0.125].map(hyperformula),
  xlsxCalc: [1.005, 1.255, -1.005, 0.125, -0.125].map(xlsxCalc),
  centsTooFew: { hyperformula: tooSmall(hyperformula), xlsxCalc: tooSmall(xlsxCalc) },
};
console.log(JSON.stringify(seen));
const expected = 
  '{"hyperformula":[1,1.25,-1,0.13,-0.13],"xlsxCalc":[1,1.25,-1,0.13,-0.12],"centsTooFew":{"hyperformula":572,"xlsxCalc":572}}';
if (JSON.stringify(seen) !== expected) process.exitCode = 1;
JS
node round.mjs
# Seen (Excel: 1.01, 1.26, -1.01, 0.13, -0.13, and no cent too few):
# hyperformula 3.5.0, xlsx-calc 0.9.2
# {"hyperformula":[1,1.25,-1,0.13,-0.13],"xlsxCalc":[1,1.25,-1,0.13,-0.12],"centsTooFew":{"hyperformula":572,"xlsxCalc":572}}
