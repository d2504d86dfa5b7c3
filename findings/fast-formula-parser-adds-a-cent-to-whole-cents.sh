#!/usr/bin/env bash
# fast-formula-parser 1.0.19, which calculates formulas of Excel sheets and names these functions among the supported ones:
# - ROUNDUP makes a number larger that needs no rounding. ROUNDUP(745.10, 2), a fee in whole cents, is 745.11. Of the
#   9,999 amounts from 0.01 to 99.99 it makes 8,403 larger by a cent, so fees that are rounded up "to be safe" are mostly
#   wrong. Numbers with more digits (745.101) come out right, and these are what one tests with.
# - TRUNC does not look at its second argument: TRUNC(745.99, 1) is 745, not 745.9.
# - EDATE counts on into the next month: one month after 31 January 2026 is 3 March, if there is no 31st. In Excel it is
#   28 February, and EOMONTH of the same library says so.
# There is no error. An unknown function throws, so what does not throw looks as if it was the one of Excel.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-formula-parser@1.0.19
cat >ask.cjs <<'JS'
const FormulaParser = require('fast-formula-parser');

const parser = new FormulaParser();
const valueOf = (formula) => parser.parse(formula, { sheet: 'fees', row: 1, col: 1 });
const dayOf = (serial) => new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);

const cents = Array.from({ length: 9_999 }, (_, index) => (index + 1) / 100);
const seen = {
  'ROUNDUP(745.10, 2)': valueOf('ROUNDUP(745.10, 2)'),
  'ROUNDUP(745.101, 2)': valueOf('ROUNDUP(745.101, 2)'),
  'amounts that ROUNDUP makes larger': cents.filter((amount) => valueOf(`ROUNDUP(${amount}, 2)`) > amount).length,
  'TRUNC(745.99, 1)': valueOf('TRUNC(745.99, 1)'),
  'EDATE(31 January 2026, 1)': dayOf(valueOf('EDATE(DATE(2026, 1, 31), 1)')),
  'EOMONTH(31 January 2026, 1)': dayOf(valueOf('EOMONTH(DATE(2026, 1, 31), 1)')),
};
for (const [question, answer] of Object.entries(seen)) console.log(`${question} = ${answer}`);
if (Object.values(seen).join(' ') !== '745.11 745.11 8403 745 2026-03-03 2026-02-28') process.exitCode = 1;
JS
node ask.cjs
# Seen:
# ROUNDUP(745.10, 2) = 745.11
# ROUNDUP(745.101, 2) = 745.11
# amounts that ROUNDUP makes larger = 8403
# TRUNC(745.99, 1) = 745
# EDATE(31 January 2026, 1) = 2026-03-03
# EOMONTH(31 January 2026, 1) = 2026-02-28
