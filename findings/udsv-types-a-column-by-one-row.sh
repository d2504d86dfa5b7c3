#!/usr/bin/env bash
# uDSV 0.7.3: `inferSchema` reads ten lines of a CSV (the header and nine rows), but a column gets its type from one of
# them: the last one that has a value. If the ninth payment of an export has the reference 0012, the column is a number:
# all other references (INV-1, INV-2, ...) come back as null, also those of the eight rows that were read before, and
# 0012 itself as 12. No call fails and there is no warning. With INV-9 in the ninth row all references are texts.
# `stringObjs` gives the cells as they are; a reader of exports has to use it, or to set the type of each column by hand.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund udsv@0.7.3
cat >read.mjs <<'JS'
import { inferSchema, initParser } from 'udsv';

const exportOf = (ninthReference) => {
  const rows = Array.from({ length: 12 }, (_, at) => `${at === 8 ? ninthReference : `INV-${at + 1}`},745.00`);
  return ['reference,amount', ...rows].join('\n');
};
const referencesOf = (csv) => initParser(inferSchema(csv)).typedObjs(csv).map(({ reference }) => reference);

const byNumber = referencesOf(exportOf('0012'));
const byText = referencesOf(exportOf('INV-9'));
console.log(`ninth reference 0012: ${JSON.stringify(byNumber)}`);
console.log(`ninth reference INV-9: ${JSON.stringify(byText)}`);
const lost = byNumber.filter((reference) => reference === null).length;
if (lost !== 11 || byNumber[8] !== 12 || byText[0] !== 'INV-1') process.exitCode = 1;
JS
node read.mjs
# Seen:
# ninth reference 0012: [null,null,null,null,null,null,null,null,12,null,null,null]
# ninth reference INV-9: ["INV-1","INV-2","INV-3","INV-4","INV-5","INV-6","INV-7","INV-8","INV-9","INV-10","INV-11","INV-12"]
