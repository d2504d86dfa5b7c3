#!/usr/bin/env bash
# money-math 2.6.3: its amounts may be negative ("-42.10" is an example of its own readme), but `mul`, `div` and `percent`
# round them as if they were positive: if they round away from zero, they add a cent instead of taking one away.
# A third of 200.00 is 66.67, of -200.00 it is -66.65: two cents off, which no way of rounding allows. 3 % of a refund of
# 745.01 is -22.34 while 3 % of the payment was 22.35, and half a percent of -1.00 is +0.01, with another sign.
# `roundUpTo5Cents` gives amounts that are no multiples of five. Sums and exact products are right, so a test with round
# numbers passes. A caller has to calculate with the absolute amount and put the sign back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund money-math@2.6.3
cat >ask.cjs <<'JS'
const money = require('money-math');

const QUESTIONS = [
  ['div', '200.00', '3.00', '66.67'],
  ['div', '-200.00', '3.00', '-66.65'],
  ['mul', '1495.68', '2.45', '3664.42'],
  ['mul', '-1495.68', '2.45', '-3664.40'],
  ['percent', '745.01', '3.00', '22.35'],
  ['percent', '-745.01', '3.00', '-22.34'],
  ['percent', '-1.00', '0.50', '0.01'],
  ['roundUpTo5Cents', '-42.28', undefined, '-42.26'],
  ['percent', '-100.00', '3.00', '-3.00'],
];
for (const [name, amount, by, seen] of QUESTIONS) {
  const answer = money[name](amount, by);
  console.log(`${name}(${[amount, by].filter(Boolean).join(', ')}) = ${answer}`);
  if (answer !== seen) process.exitCode = 1;
}
JS
node ask.cjs
# Seen:
# div(200.00, 3.00) = 66.67
# div(-200.00, 3.00) = -66.65
# mul(1495.68, 2.45) = 3664.42
# mul(-1495.68, 2.45) = -3664.40
# percent(745.01, 3.00) = 22.35
# percent(-745.01, 3.00) = -22.34
# percent(-1.00, 0.50) = 0.01
# roundUpTo5Cents(-42.28) = -42.26
# percent(-100.00, 3.00) = -3.00
