import { expect, test } from 'vitest';
import { csvLine } from '../../../src/engine/sheets/csv.ts';

const lineOf = (...cells: readonly string[]) => csvLine(cells);

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
  ['-1+1', "'-1+1"],
  ['-1', '"-1"'],
  ['-12.50', '"-12.50"'],
  ['- 1', "'- 1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  ['\n=1', '"\'\n\'=1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("http://x.example","a")', '"\'=HYPERLINK(""http://x.example"",""a"")"'],
  ['a=1', 'a=1'],
  ['2026-11-22', '2026-11-22'],
])('the text %j is the cell %j', (text, cell) => {
  expect(lineOf(text, 'end')).toBe(`${cell},end\r\n`);
});

/** The cells of a line where the list separator of the system is a semicolon, as in many European countries. */
const cellsBySemicolon = (line: string): readonly string[] => line.split(/[;\t\r\n]/);

test.each(['one;=1+1', 'one; @SUM(A1)', 'one\t+1', 'one\n-1', 'one\r\n=1', 'one;;＝1', ';=1'])(
  'the text %j is no formula either if another character ends a cell',
  (text) => {
    for (const cell of cellsBySemicolon(lineOf('first', text, 'end')))
      expect(cell).not.toMatch(/^\s*[=+\-@＝]/);
  },
);

test('a text of several lines is changed only if a line would be a formula', () => {
  expect(lineOf('one;two\n3 - 2', 'end')).toBe('"one;two\n3 - 2",end\r\n');
  expect(lineOf('one;=1+1', 'end')).toBe('"one;\'=1+1",end\r\n');
});
