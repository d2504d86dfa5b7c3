#!/usr/bin/env bash
# json-bigint 1.0.0: how it reads a number depends on how many characters it has, also for fractions. One of more than 15
# characters, such as 0.30000000000000004, which JSON.stringify writes for 0.1 + 0.2, is treated as an integer that is too
# long for a number:
# - with `useNativeBigInt: true` it throws "Cannot convert 0.30000000000000004 to a BigInt": one such rate, and the whole
#   answer cannot be read, though all its integers are short;
# - by default it becomes an object of bignumber.js, while 0.3 beside it is a number. `+` with it makes a text: adding 1
#   to it gives "0.300000000000000041".
# A test with rates of few digits passes. The types say `any`. lossless-json 4.3.3 reads all of these alike.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund json-bigint@1.0.0 lossless-json@4.3.3
cat >read.cjs <<'JS'
const jsonBigint = require('json-bigint');
const { parse } = require('lossless-json');

const readers = {
  'json-bigint': jsonBigint().parse,
  'json-bigint, native': jsonBigint({ useNativeBigInt: true }).parse,
  'lossless-json': parse,
};
const outcomeOf = (read, text) => {
  try {
    const { rate } = read(text);
    return `${typeof rate} ${rate}, and 1 more: ${JSON.stringify(rate + 1)}`;
  } catch ({ name, message }) {
    return `${name}: ${message}`;
  }
};
const seen = ['0.3', JSON.stringify(0.1 + 0.2)].flatMap((rate) =>
  Object.entries(readers).map(([name, read]) => `${rate} by ${name}: ${outcomeOf(read, `{"rate":${rate}}`)}`),
);
console.log(seen.join('\n'));
const isAsSeen =
  seen[0].endsWith('number 0.3, and 1 more: 1.3') &&
  seen[3].endsWith('object 0.30000000000000004, and 1 more: "0.300000000000000041"') &&
  seen[4].endsWith('SyntaxError: Cannot convert 0.30000000000000004 to a BigInt');
if (!isAsSeen) process.exitCode = 1;
JS
node read.cjs
# Seen:
# 0.3 by json-bigint: number 0.3, and 1 more: 1.3
# 0.3 by json-bigint, native: number 0.3, and 1 more: 1.3
# 0.3 by lossless-json: object 0.3, and 1 more: 1.3
# 0.30000000000000004 by json-bigint: object 0.30000000000000004, and 1 more: "0.300000000000000041"
# 0.30000000000000004 by json-bigint, native: SyntaxError: Cannot convert 0.30000000000000004 to a BigInt
# 0.30000000000000004 by lossless-json: object 0.30000000000000004, and 1 more: 1.3
