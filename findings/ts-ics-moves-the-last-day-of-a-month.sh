#!/usr/bin/env bash
# ts-ics 2.4.6 (380,000 downloads a month) reads calendars, and `extendByRecurrenceRule` makes the days of a repeated event:
# repayments on the last day of each month, say. ical.js 2.2.1 reads the same rules beside it.
# - BYMONTHDAY=-1, the last day, is the day before it: 30 December, and 27 February. The first one, which is the start of
#   the event itself, is left out. Only a time that falls on another day in UTC is right, by luck.
# - The last working day (BYSETPOS=-1) is one of the days before it.
# - The 31st of each month, of which RFC 5545 leaves out the months without one, becomes the 28th in February and stays it.
# - BYDAY counts in UTC: each Monday at half past midnight in Hong Kong is each Tuesday.
# ical.js is right in all of these, but not for 29 February of each year: it says 1 March where the RFC has nothing.
# Nothing throws. Weekly and daily events in the middle of the day are right, and these are what one tests.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ts-ics@2.4.6 ical.js@2.2.1
cat >repeat.mjs <<'JS'
import ical from 'ical.js';
import { convertIcsCalendar, extendByRecurrenceRule } from 'ts-ics';

const HONG_KONG_MS = 8 * 60 * 60 * 1_000;
const rules = [
  ['last day', ';VALUE=DATE:20261130', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4'],
  ['last working day', ';VALUE=DATE:20261130', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=4'],
  ['the 31st', ';VALUE=DATE:20260131', 'FREQ=MONTHLY;COUNT=4'],
  ['Mondays', ';TZID=Asia/Hong_Kong:20261130T003000', 'FREQ=WEEKLY;BYDAY=MO;COUNT=4'],
  ['29 February', ';VALUE=DATE:20240229', 'FREQ=YEARLY;COUNT=4'],
];
const lines = rules.flatMap(([name, start, rule]) => {
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261101T000000Z', `DTSTART${start}`, `RRULE:${rule}`, 'END:VEVENT'];
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', ...event, 'END:VCALENDAR', ''].join('\r\n');

  const [read] = convertIcsCalendar(undefined, text).events;
  const range = { start: read.start.date, end: new Date('2033-01-01T00:00:00Z') };
  const days = extendByRecurrenceRule(read.recurrenceRule, range).map((date) =>
    new Date(date.getTime() + (start.includes('TZID') ? HONG_KONG_MS : 0)).toISOString().slice(0, 10),
  );

  const iterator = new ical.Event(new ical.Component(ical.parse(text)).getFirstSubcomponent('vevent')).iterator();
  const expected = Array.from({ length: 4 }, () => iterator.next().toString().slice(0, 10));
  return [`${name}: ts-ics  ${days.join(' ')}`, `${name}: ical.js ${expected.join(' ')}`];
});
console.log(lines.join('\n'));
JS
cat >expected <<'TXT'
last day: ts-ics  2026-12-30 2027-01-30 2027-02-27 2027-03-30
last day: ical.js 2026-11-30 2026-12-31 2027-01-31 2027-02-28
last working day: ts-ics  2026-12-30 2027-01-28 2027-02-25 2027-03-30
last working day: ical.js 2026-11-30 2026-12-31 2027-01-29 2027-02-26
the 31st: ts-ics  2026-01-31 2026-02-28 2026-03-28 2026-04-28
the 31st: ical.js 2026-01-31 2026-03-31 2026-05-31 2026-07-31
Mondays: ts-ics  2026-12-01 2026-12-08 2026-12-15
Mondays: ical.js 2026-11-30 2026-12-07 2026-12-14 2026-12-21
29 February: ts-ics  2024-02-29 2025-02-28 2026-02-28 2027-02-28
29 February: ical.js 2024-02-29 2025-03-01 2026-03-01 2027-03-01
TXT
TZ=UTC node repeat.mjs | tee seen
diff expected seen
# Seen: the ten lines of `expected`.
