#!/usr/bin/env bash
# exceljs 4.4.0 (18 million downloads a month) makes a workbook of a CSV: `workbook.csv.readFile`, then `workbook.xlsx.writeFile`.
# A day such as 2026-11-30 has no time and no zone, and one expects the same day in the sheet. Its CSV side makes
# midnight of the machine's own zone of it, and its XLSX side writes the day in UTC. Each is right alone, so a CSV that is written
# back is right, and all is right on a server in UTC. In Hong Kong and Kuala Lumpur each day of the sheet is the day before,
# at 16:00: a loan due on 1 December shows as 30 November. And a day that is written 11-12-2026, which is 11 December there, is
# taken for 12 November, without a word, while 13-12-2026 in the row below stays a text.
# Give `readFile` a `map` of your own, which makes UTC midnight of a day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 2>/dev/null
printf 'due,written\n2026-12-01,11-12-2026\n2026-12-01,13-12-2026\n' >loans.csv
cat >convert.cjs <<'JS'
const ExcelJS = require('exceljs');

const convert = async () => {
  const fromCsv = new ExcelJS.Workbook();
  await fromCsv.csv.readFile('loans.csv');
  await fromCsv.xlsx.writeFile('loans.xlsx');
  const sheet = new ExcelJS.Workbook();
  await sheet.xlsx.readFile('loans.xlsx');
  // Excel counts days since 30 December 1899, and shows the whole number as the day.
  const shown = (value) => (value instanceof Date ? new Date(Math.floor(value / 86_400_000) * 86_400_000).toISOString().slice(0, 10) : value);
  sheet.worksheets[0].eachRow((row, number) => {
    if (number > 1) console.log(`${process.env.TZ}: ${row.values.slice(1).map(shown).join(', ')}`);
  });
};
void convert();
JS
cat >expected <<'TXT'
UTC: 2026-12-01, 2026-11-12
UTC: 2026-12-01, 13-12-2026
Asia/Hong_Kong: 2026-11-30, 2026-11-11
Asia/Hong_Kong: 2026-11-30, 13-12-2026
TXT
for zone in UTC Asia/Hong_Kong; do TZ=$zone node convert.cjs; done | tee seen
diff expected seen
# The serial number itself, as it stands in the file: 1 December 2026 is 46357, and half a day is 0.5.
unzip -p loans.xlsx xl/worksheets/sheet1.xml | grep -o '<v>46356.6666[0-9]*</v>' | head -n 1
# Seen:
# UTC: 2026-12-01, 2026-11-12
# UTC: 2026-12-01, 13-12-2026
# Asia/Hong_Kong: 2026-11-30, 2026-11-11
# Asia/Hong_Kong: 2026-11-30, 13-12-2026
# <v>46356.66666666667</v>
