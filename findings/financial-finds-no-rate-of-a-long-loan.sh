#!/usr/bin/env bash
# financial 0.2.4 (96,000 downloads a month) is numpy-financial for JavaScript. `irr` gives the rate at which payments repay a
# loan, here the rate per month of a loan in equal instalments, which is known, as `pmt` made the instalments of it. Up to
# some five years it is right. For 120 instalments the answer is NaN, for 300 it is -1.98, minus 198 per cent a month, and
# for 360 Infinity; no call fails. Its documentation calls the answer the solution of the equation and says nothing of
# long series. The search begins at 10 per cent a month and runs away; a guess of 0.01 as the second argument helps here,
# as does `rate` for equal instalments. numpy-financial 1.0 takes all roots of the polynomial and needs no guess.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund financial@0.2.4
cat >solve.cjs <<'JS'
const { irr, pmt } = require('financial');

const seen = [
  [24, 0.01, 12_000],
  [60, 0.004, 100_000],
  [120, 0.004, 100_000],
  [300, 0.003, 1_000_000],
  [360, 0.0029166, 3_000_000],
].map(([months, rate, amount]) => {
  const flows = [-amount, ...Array(months).fill(-pmt(rate, months, amount))];
  return `${months} instalments at ${rate}: ${irr(flows).toFixed(7)}, with a guess ${irr(flows, 0.01).toFixed(7)}`;
});
console.log(seen.join('\n'));
const expected = [
  '24 instalments at 0.01: 0.0100000, with a guess 0.0100000',
  '60 instalments at 0.004: 0.0040000, with a guess 0.0040000',
  '120 instalments at 0.004: NaN, with a guess 0.0040000',
  '300 instalments at 0.003: -1.9802896, with a guess 0.0030000',
  '360 instalments at 0.0029166: Infinity, with a guess 0.0029166',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node solve.cjs
# Seen:
# 24 instalments at 0.01: 0.0100000, with a guess 0.0100000
# 60 instalments at 0.004: 0.0040000, with a guess 0.0040000
# 120 instalments at 0.004: NaN, with a guess 0.0040000
# 300 instalments at 0.003: -1.9802896, with a guess 0.0030000
# 360 instalments at 0.0029166: Infinity, with a guess 0.0029166
