#!/usr/bin/env bash
# rrule 2.8.1: "the last working day of each month", the usual day of a repayment, is MO to FR with BYSETPOS=-1, as the
# examples of RFC 5545 have it. The days are right. But `toText`, which writes a rule in words for people, leaves BYSETPOS
# out: "every month on weekdays", the words of 261 days a year for a rule of twelve. The readme calls the text incomplete
# and gives `isFullyConvertibleToText` as the hint whether all options of a rule can be told: it says true. Read back
# with `fromText`, as a form does that shows a rule and saves it, the text is the rule of every weekday.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rrule@2.8.1
cat >tell.cjs <<'JS'
const { RRule } = require('rrule');

const january = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-31T00:00:00Z')];
const daysOf = (text) => {
  const options = { ...RRule.parseString(text), dtstart: january[0] };
  return new RRule(options).between(...january, true).map((day) => day.getUTCDate()).join(' ');
};
const seen = ['FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'].flatMap((text) => {
  const rule = RRule.fromString(text);
  const again = RRule.fromText(rule.toText()).toString().replace('RRULE:', '');
  return [
    `${text} is "${rule.toText()}", fully convertible: ${rule.isFullyConvertibleToText()}`,
    `days of January: ${daysOf(text)}; after fromText: ${daysOf(again)}`,
  ];
});
console.log(seen.join('\n'));
const expected = [
  'FREQ=MONTHLY;BYDAY=-1FR is "every month on the last Friday", fully convertible: true',
  'days of January: 30; after fromText: 30',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 is "every month on weekdays", fully convertible: true',
  'days of January: 30; after fromText: 1 2 5 6 7 8 9 12 13 14 15 16 19 20 21 22 23 26 27 28 29 30',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node tell.cjs
# Seen:
# FREQ=MONTHLY;BYDAY=-1FR is "every month on the last Friday", fully convertible: true
# days of January: 30; after fromText: 30
# FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 is "every month on weekdays", fully convertible: true
# days of January: 30; after fromText: 1 2 5 6 7 8 9 12 13 14 15 16 19 20 21 22 23 26 27 28 29 30
