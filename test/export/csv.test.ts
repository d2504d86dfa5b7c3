import { expect, test } from 'vitest';
import { rowLine } from '../../src/export/csv.ts';

const lineOf = (...cells: readonly string[]) =>
  rowLine(
    cells.map((text, at) => [`c${at}`, () => text] as const),
    null,
  );

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['1,234', '"1,234"'],
  ['one;two', '"one;two"'],
  ['say "no"', '"say ""no"""'],
  ['first\nsecond', '"first\nsecond"'],
  ['first\r\nsecond', '"first\r\nsecond"'],
  ['=1+1', "'=1+1"],
  ['  =1+1', "'  =1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("http://x.example","a")', '"\'=HYPERLINK(""http://x.example"",""a"")"'],
  ['a=1', 'a=1'],
  ['2026-11-22', '2026-11-22'],
])('the text %j is the cell %j', (text, cell) => {
  expect(lineOf(text, 'end')).toBe(`${cell},end\r\n`);
});
