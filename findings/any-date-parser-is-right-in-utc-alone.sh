#!/usr/bin/env bash
# any-date-parser 2.2.4 (175,000 downloads a month) reads dates as people and files write them. A timestamp with a zone, such as
# 2026-11-30T01:00:00Z, is one moment wherever it is read. any-date-parser gives that moment only on a machine in UTC.
# Elsewhere it subtracts the zone of the text and then reads the result as local time, so the answer is off by the zone of
# the machine: in Hong Kong and Kuala Lumpur eight hours early, and so the day before if the time is before eight. It does
# so for Z, for +08:00, for "HKT" and for the date of a mail alike. Texts without a zone are right. CI and servers mostly
# run in UTC, and the package's own tests set TZ=UTC, so no test shows it: a developer's machine and a browser do. And an
# American date in a locale that begins with the day, 11/27/2026, is no error: it is 11 February 2026.
# Give timestamps of an API to Date itself, which reads them right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund any-date-parser@2.2.4
cat >read.cjs <<'JS'
const { default: parser } = require('any-date-parser');

const texts = ['2026-11-30T01:00:00Z', '2026-11-30T09:00:00+08:00', '2026-11-30 09:00 HKT', '2026-11-30T09:00:00', '11/27/2026'];
for (const text of texts) console.log(`${process.env.TZ}: ${text} -> ${parser.fromString(text, 'en-HK').toISOString()}`);
JS
cat >expected <<'TXT'
UTC: 2026-11-30T01:00:00Z -> 2026-11-30T01:00:00.000Z
UTC: 2026-11-30T09:00:00+08:00 -> 2026-11-30T01:00:00.000Z
UTC: 2026-11-30 09:00 HKT -> 2026-11-30T01:00:00.000Z
UTC: 2026-11-30T09:00:00 -> 2026-11-30T09:00:00.000Z
UTC: 11/27/2026 -> 2026-02-11T00:00:00.000Z
Asia/Hong_Kong: 2026-11-30T01:00:00Z -> 2026-11-29T17:00:00.000Z
Asia/Hong_Kong: 2026-11-30T09:00:00+08:00 -> 2026-11-29T17:00:00.000Z
Asia/Hong_Kong: 2026-11-30 09:00 HKT -> 2026-11-29T17:00:00.000Z
Asia/Hong_Kong: 2026-11-30T09:00:00 -> 2026-11-30T01:00:00.000Z
Asia/Hong_Kong: 11/27/2026 -> 2026-02-10T16:00:00.000Z
TXT
{ TZ=UTC node read.cjs; TZ=Asia/Hong_Kong node read.cjs; } | tee seen
diff expected seen
# Seen: the ten lines of `expected`. The moment of the first three is 01:00 in UTC; in Hong Kong it is 17:00 of the day before.
