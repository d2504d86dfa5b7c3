#!/usr/bin/env bash
# mrz 5.0.2 (56,000 downloads a month) reads the lines at the foot of passports and identity cards. A name of one part, as
# Malay passports have it, is the last name, and the first name is empty: right. But a name of one part that is so long that it
# reaches the end of its field (39 characters in a passport, 30 on a card, and one less), as is usual with "bin" and
# "Abdul", comes back as the last AND as the first name, and `valid` is true. "First Last" of such a person is the
# name twice, which no list of a bank and no company register has, so a match of names fails for these people only. The
# search for the end of the last name runs off the end of the field. Take the first name as empty if both are the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mrz@5.0.2
cat >read.mjs <<'JS'
import { parse } from 'mrz';

const valueOf = (character) => (character === '<' ? 0 : Number.parseInt(character, 36));
const checked = (text) => `${text}${[...text].reduce((sum, character, at) => sum + valueOf(character) * [7, 3, 1][at % 3], 0) % 10}`;
const parts = [checked('A12345678'), checked('900228'), checked('300101') + checked('<'.repeat(14))];
const [number, birth, rest] = parts;
const second = `${number}MYS${birth}M${rest}${checked(parts.join('')).at(-1)}`;
const lines = [
  'SITI<NURHALIZA',
  'TAN<<AH<KOW',
  'MUHAMMAD<ZULKARNAIN<BIN<ABDUL<RAHMAN',
  'MUHAMMAD<ZULKARNAIN<BIN<ABDUL<RAHMAN<AL',
].map((name) => {
  const { valid, fields } = parse([`P<MYS${name}`.padEnd(44, '<'), second]);
  return `valid ${valid}: last "${fields.lastName}", first "${fields.firstName}"`;
});
console.log(lines.join('\n'));
const expected = [
  'valid true: last "SITI NURHALIZA", first ""',
  'valid true: last "TAN", first "AH KOW"',
  'valid true: last "MUHAMMAD ZULKARNAIN BIN ABDUL RAHMAN", first ""',
  'valid true: last "MUHAMMAD ZULKARNAIN BIN ABDUL RAHMAN AL", first "MUHAMMAD ZULKARNAIN BIN ABDUL RAHMAN AL"',
];
if (lines.join() !== expected.join()) process.exitCode = 1;
JS
node read.mjs
# Seen:
# valid true: last "SITI NURHALIZA", first ""
# valid true: last "TAN", first "AH KOW"
# valid true: last "MUHAMMAD ZULKARNAIN BIN ABDUL RAHMAN", first ""
# valid true: last "MUHAMMAD ZULKARNAIN BIN ABDUL RAHMAN AL", first "MUHAMMAD ZULKARNAIN BIN ABDUL RAHMAN AL"
