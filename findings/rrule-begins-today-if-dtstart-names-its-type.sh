#!/usr/bin/env bash
# rrule 2.8.1 (5.6 million downloads a month): a calendar may name the type of the first day: `DTSTART;VALUE=DATE:20260131`,
# which RFC 5545 demands for a day without a time, and which calendars write for every event of a whole day, such as a
# repayment or a holiday. `rrulestr` reads DTSTART without a parameter or with TZID alone. With VALUE it drops the line and
# says nothing: the rule begins at this moment, with the seconds of the clock, and the days are others on every run. With an
# UNTIL in the past the list is empty. RDATE with VALUE=DATE is read well. Take the parameter out before you parse.
#
# Prints the first days of one rule (or that it begins now) for three spellings of one start, and fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rrule@2.8.1
cat >list.cjs <<'JS'
const { rrulestr } = require('rrule');

const rule = 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3';
const starts = ['DTSTART:20200131', 'DTSTART;VALUE=DATE:20200131', 'DTSTART;VALUE=DATE-TIME:20200131T000000Z'];
const seen = starts.map((start) => {
  const { dtstart } = rrulestr(`${start}\n${rule}`).options;
  const days = rrulestr(`${start}\n${rule}`).all().map((day) => day.toISOString().slice(0, 10));
  const begins = Math.abs(Date.now() - dtstart.getTime()) < 60_000 ? 'begins now' : days.join(' ');
  return `${start}: ${begins}`;
});
const ended = 'DTSTART;VALUE=DATE:20200131\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20200331';
seen.push(`with an end in 2020: ${rrulestr(ended).all().length} days`);
console.log(seen.join('\n'));
const expected = [
  'DTSTART:20200131: 2020-01-31 2020-02-29 2020-03-31',
  'DTSTART;VALUE=DATE:20200131: begins now',
  'DTSTART;VALUE=DATE-TIME:20200131T000000Z: begins now',
  'with an end in 2020: 0 days',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node list.cjs
# Seen:
# DTSTART:20200131: 2020-01-31 2020-02-29 2020-03-31
# DTSTART;VALUE=DATE:20200131: begins now
# DTSTART;VALUE=DATE-TIME:20200131T000000Z: begins now
# with an end in 2020: 0 days
