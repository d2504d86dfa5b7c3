import { describe, expect, test } from 'vitest';
import { csvLine } from '../../../src/engine/sheets/csv.ts';
import { readCsv, type Separator } from '../../../src/engine/sheets/read-csv.ts';

const cellsOf = async (text: string, separator: Separator = 'comma') =>
  (await readCsv(text, { separator, rowsMax: 1_000 })).map(({ cells }) => cells);
const faultOf = (text: string, separator: Separator = 'comma') =>
  readCsv(text, { separator, rowsMax: 1_000 }).then(
    () => 'none',
    (error: Error) => `${error.name} ${error.message}`,
  );

describe('a CSV file', () => {
  test('keeps every cell as a text', async () => {
    expect(await cellsOf('12.50,0012,+85291234567,1E5,0x1A,-7,2026-11-28,true\n')).toEqual([
      ['12.50', '0012', '+85291234567', '1E5', '0x1A', '-7', '2026-11-28', 'true'],
    ]);
  });

  test.each([
    ['line feeds', 'a,b\nc,d'],
    ['carriage returns and line feeds', 'a,b\r\nc,d\r\n'],
    ['carriage returns', 'a,b\rc,d\r'],
    ['both, one of each', 'a,b\nc,d\r\n'],
    ['a byte-order mark', '\u{FEFF}a,b\r\nc,d\r\n'],
    ['quotes', '"a","b"\n"c","d"'],
    ['spaces around its cells', ' a , b\n c,d '],
    ['a line that names its separator', 'sep=,\r\na,b\r\nc,d'],
    ['a mark and such a line', '\u{FEFF}sep=,\na,b\nc,d'],
  ])('may have %s', async (_what, text) => {
    expect(await cellsOf(text)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test.each([
    '+852 1E5',
    '-7',
    '- 7',
    '@x',
    '＝1',
    '=HYPERLINK("x")',
    'first;=1',
    'first\n-1',
    "it's -1",
    "5'+3",
  ])('that was exported with the text %j is read with that text', async (text) => {
    expect(await cellsOf(csvLine([text, 'end']))).toEqual([[text, 'end']]);
  });

  test('may have line breaks, separators and quotes in quoted cells', async () => {
    expect(await cellsOf('"a\r\nb","c,d","e ""f"""\r\n')).toEqual([['a\r\nb', 'c,d', 'e "f"']]);
  });

  test.each([
    ['semicolon', 'a;b,c;d'],
    ['tab', 'a\tb,c\td'],
  ] as const)('is cut at each %s, and nowhere else', async (separator, text) => {
    expect(await cellsOf(text, separator)).toEqual([['a', 'b,c', 'd']]);
  });

  test('has its rows numbered as a spreadsheet does, without empty ones', async () => {
    const rows = await readCsv('sep=;\r\na;b\r\n"c\r\nc";d\r\n\r\n;\r\ne;f', {
      separator: 'semicolon',
      rowsMax: 10,
    });
    expect(rows).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['c\r\nc', 'd'] },
      { row: 5, cells: ['e', 'f'] },
    ]);
  });

  test.each([
    ['with a quote that does not end', 'a,b\n"c', 'has a quote that does not end'],
    ['with a quote inside a cell', 'a\nb"c"', 'has quotes in row 2 that are not at the ends of a cell'],
    ['with text behind a quote', 'a\nb\n"c"d', 'has quotes in row 3 that are not at the ends of a cell'],
    ['that names another separator', 'sep=;\na', 'names another separator in its first line than the comma'],
    ['with a cell of 70,000 characters', 'a'.repeat(70_000), 'must have at most 65536 bytes in row 1'],
    ['with two million rows', '\n'.repeat(2_000_000), 'must have at most 1000 rows'],
  ])('%s is refused', async (_what, text, says) => {
    expect(await faultOf(text)).toBe(`CsvFault ${says}`);
  });
});
