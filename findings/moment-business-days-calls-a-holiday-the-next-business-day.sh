#!/usr/bin/env bash
# moment-business-days 1.2.0: `nextBusinessDay` and `prevBusinessDay` look at six days and give the sixth, whatever it is.
# A break of six days, such as the one of a New Year beside a weekend, is enough: the answer is a day that the list of holidays
# has, and `isBusinessDay` of the same library says that it is none. There is no error. `businessAdd(1)` and
# `businessSubtract(1)` of the same day are right. The setting `nextBusinessDayLimit` of the locale (7) raises the limit.
# So a payment is planned for a bank holiday, only in the longest breaks of a year.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund moment@2.30.1 moment-business-days@1.2.0
cat >ask.cjs <<'JS'
const moment = require('moment-business-days');

const FORM = 'YYYY-MM-DD';
const days = [1, 2, 5, 6, 7, 8, 9].map((day) => `2026-10-0${day}`);
moment.updateLocale('en', { workingWeekdays: [1, 2, 3, 4, 5], holidays: days, holidayFormat: FORM });
const on = (day) => moment(day, FORM);
const told = (name, day) => `${name}: ${day.format(FORM)}, a business day: ${day.isBusinessDay()}`;
const seen = [
  told('next after 2026-09-30', on('2026-09-30').nextBusinessDay()),
  told('the same by businessAdd(1)', on('2026-09-30').businessAdd(1)),
  told('the one before 2026-10-12', on('2026-10-12').prevBusinessDay()),
  told('the same by businessSubtract(1)', on('2026-10-12').businessSubtract(1)),
];
console.log(seen.join('\n'));
const expected = ['2026-10-06 false', '2026-10-12 true', '2026-10-06 false', '2026-09-30 true'];
const found = seen.map((line) => line.replace(/^.*: (\S+), a business day: (\w+)$/, '$1 $2'));
if (found.join() !== expected.join()) process.exitCode = 1;
JS
node ask.cjs
# Seen:
# next after 2026-09-30: 2026-10-06, a business day: false
# the same by businessAdd(1): 2026-10-12, a business day: true
# the one before 2026-10-12: 2026-10-06, a business day: false
# the same by businessSubtract(1): 2026-09-30, a business day: true
