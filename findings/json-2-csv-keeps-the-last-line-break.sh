#!/usr/bin/env bash
# json-2-csv 5.6.0: almost every program ends a CSV with a line break, and RFC 4180 allows it. `csv2json` makes no row of
# it, but puts it into the last cell of the last row, if that cell is a text without quotes: the source "card" comes
# back as "card\n", and a day as "2026-11-28\n". All rows before are right, so a comparison fails for one row of each
# file only. The option `trimFieldValues` takes it away, together with spaces that were meant.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund json-2-csv@5.6.0
cat >read.mjs <<'JS'
import { csv2json } from 'json-2-csv';

const rows = ['reference,source', 'INV-1,transfer', 'INV-2,card'].join('\n');
const withBreak = csv2json(`${rows}\n`);
const without = csv2json(rows);
console.log(`with a line break at the end: ${JSON.stringify(withBreak)}`);
console.log(`without it: ${JSON.stringify(without)}`);
console.log(`trimmed: ${JSON.stringify(csv2json(`${rows}\n`, { trimFieldValues: true }))}`);
const isAsSeen = withBreak.length === 2 && withBreak[1].source === 'card\n' && without[1].source === 'card';
if (!isAsSeen) process.exitCode = 1;
JS
node read.mjs
# Seen:
# with a line break at the end: [{"reference":"INV-1","source":"transfer"},{"reference":"INV-2","source":"card\n"}]
# without it: [{"reference":"INV-1","source":"transfer"},{"reference":"INV-2","source":"card"}]
# trimmed: [{"reference":"INV-1","source":"transfer"},{"reference":"INV-2","source":"card"}]
