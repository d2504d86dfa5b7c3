#!/usr/bin/env bash
# structured-headers 2.1.0 (11 million downloads a month) reads and writes header fields of RFC 9651. It writes three values
# that it refuses itself, or that every reader takes for another one:
# - A Date is read if it is the last thing in the field. If a comma, a parameter or a bracket follows, as in `from=@1, to=@2`,
#   the whole field is refused, although the RFC has dates in lists, dictionaries and parameters like any other value.
# - A decimal that is rounded to a whole number ends with a point: 0.0004 is `0.`. The RFC wants a digit behind it, `0.0`.
# - A line break in a Display String is `%a`, with one digit. The RFC wants two, `%0a`: a reader takes the next character
#   for the second one if it can, so "Paid\nby" is damaged or refused and "Paid\n2 of 3" is "Paid", the byte A2 and " of 3".
# Single dates and single decimals are right, so a first test with one value passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund structured-headers@2.1.0
cat >write.mjs <<'JS'
import { DisplayString, parseDictionary, parseItem, serializeDictionary, serializeItem } from 'structured-headers';

const item = (value) => [value, new Map()];
const day = (date) => item(new Date(`${date}T00:00:00Z`));
const readBack = (text, read) => {
  try {
    read(text);
    return `${text} is read`;
  } catch {
    return `${text} is refused`;
  }
};
const seen = [
  readBack(serializeDictionary(new Map([['from', day('2026-11-30')]])), parseDictionary),
  readBack(serializeDictionary(new Map([['from', day('2026-11-30')], ['to', day('2026-12-31')]])), parseDictionary),
  readBack(serializeItem(item(0.004)), parseItem),
  readBack(serializeItem(item(0.0004)), parseItem),
  readBack(serializeItem(item(new DisplayString('Paid by'))), parseItem),
  readBack(serializeItem(item(new DisplayString('Paid\n2 of 3'))), parseItem),
];
console.log(seen.join('\n'));
const expected = [
  'from=@1795996800 is read',
  'from=@1795996800, to=@1798675200 is refused',
  '0.004 is read',
  '0. is refused',
  '%"Paid by" is read',
  '%"Paid%a2 of 3" is refused',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node write.mjs
# Seen:
# from=@1795996800 is read
# from=@1795996800, to=@1798675200 is refused
# 0.004 is read
# 0. is refused
# %"Paid by" is read
# %"Paid%a2 of 3" is refused
