#!/usr/bin/env bash
# csvjson 5.1.0 (300,000 downloads a month): RFC 4180 writes a quote within a cell as two, and lets a quoted cell have line
# breaks. Excel, LibreOffice and every exporter do so. With its option `quote` csvjson reads commas in quotes right, so it
# looks as if quoting was understood. But of a cell with doubled quotes only the end comes back, and a quoted line break ends
# the row: its rest becomes another row whose cells are shifted, so that an amount stands under the name. No error, no
# option. A company called Chan "Lucky" Ltd is imported as Ltd, and an address of two lines as two records.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csvjson@5.1.0
cat >read.cjs <<'JS'
const csvjson = require('csvjson');

console.log(`csvjson ${require('csvjson/package.json').version}`);
const csv = 'id,name,amount\n1,"Chan, Ltd",10\n2,"Chan ""Lucky"" Ltd",20\n3,"1 Nathan Road\nKowloon",30\n';
const seen = csvjson.toObject(csv, { delimiter: ',', quote: '"' }).map((row) => JSON.stringify(row));
console.log(seen.join('\n'));
const expected = [
  '{"id":"1","name":"Chan, Ltd","amount":"10"}',
  '{"id":"2","name":"Ltd","amount":"20"}',
  '{"id":"3","name":"1 Nathan Road","amount":""}',
  '{"id":"","name":"30","amount":""}',
];
if (seen.join() !== expected.join()) process.exitCode = 1;
JS
node read.cjs
# Seen:
# csvjson 5.1.0
# {"id":"1","name":"Chan, Ltd","amount":"10"}
# {"id":"2","name":"Ltd","amount":"20"}
# {"id":"3","name":"1 Nathan Road","amount":""}
# {"id":"","name":"30","amount":""}
