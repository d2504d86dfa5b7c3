import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, csvRow } from '../../../../src/run/cli/output/csv.ts';

test('cells with a comma or a quote are quoted, and lines end as RFC 4180 says', () => {
  expect(
    csvOf([
      ['name', 'note'],
      ['Harbour, Ltd', 'the "first"'],
    ]),
  ).toBe('\ufeffname,note\r\n"Harbour, Ltd","the ""first"""\r\n');
});

test.each(['one;=1+1', 'one; @SUM(A1)', ';+1', 'one;;＝1'])('nor %j, if a semicolon ends a cell', (text) => {
  for (const cell of csvRow([text]).split(';')) expect(cell).not.toMatch(/^["\s]*[=+\-@＝]/);
});

test('a cell with a semicolon is quoted', () => {
  expect(csvRow(['one;two', 'end'])).toBe('"one;two",end\r\n');
});

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '＝1', '\t=1', '\r=1'])(
  'a spreadsheet does not run %j as a formula',
  (text) => {
    expect(csvRow([text])).not.toMatch(/^["]?[=+\-@＝\t\r]/);
  },
);

test('a number stays a number', () => {
  expect(csvRow(['-12.50', '0.0018', '1234'])).toBe('"-12.50",0.0018,1234\r\n');
});

/** The cells of a line, as RFC 4180 reads them; quoted ones have no line end here. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const part of line.split(/(,|"")/)) {
    if (part === ',' && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else if (part === '""') cell += '""';
    else {
      if (part.split('"').length % 2 === 0) isQuoted = !isQuoted;
      cell += part;
    }
  }
  return [...cells, cell].map((each) =>
    each.startsWith('"') ? each.slice(1, -1).replaceAll('""', '"') : each,
  );
}
const parsed = (csv: string): string[][] => csv.split('\r\n').slice(0, -1).map(cellsOf);

/** Without the apostrophes before formulas, which a text may also have had before. */
const withoutApostrophe = (cell: string): string => cell.replaceAll(/(?<=^|;)'(?=\s*[=+\-@＝＋－＠])/gu, '');

test('any table is read again unchanged, but for controls and formulas', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 });
  const width = fc.integer({ min: 1, max: 4 });
  const table = width.chain((cells) =>
    fc.array(fc.array(cell, { minLength: cells, maxLength: cells }), { minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(table, (rows) => {
      const read = parsed(csvOf(rows).replace('\ufeff', '')).map((row) => row.map(withoutApostrophe));
      const shown = rows.map((row) => row.map((each) => each.replaceAll(/\p{Cc}/gu, '\u{FFFD}')));
      expect(read).toEqual(shown.map((row) => row.map(withoutApostrophe)));
    }),
  );
});
