import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inWidth, widthOf } from '../../src/cli/cell-width.ts';
import { plainTable } from '../../src/cli/plain-table.ts';

const linesOf = (table: readonly (readonly string[])[], columns: number, cut: readonly string[] = []) =>
  plainTable(table, columns, cut).trimEnd().split('\n');

const table = [
  ['id', 'name', 'list'],
  ['par_01', 'Harbour Trading Limited', 'HKD,USD,SGD,GBP'],
  ['par_02', '海港貿易有限公司香港分行', ''],
];

test('a table that fits is left as it is', () => {
  expect(linesOf(table, 80, ['name', 'list'])).toEqual([
    'id      name                      list',
    'par_01  Harbour Trading Limited   HKD,USD,SGD,GBP',
    'par_02  海港貿易有限公司香港分行',
  ]);
});

test('the widest of the columns that may be cut give way first, with an ellipsis', () => {
  expect(linesOf(table, 40, ['name', 'list'])).toEqual([
    'id      name             list',
    'par_01  Harbour Tradin…  HKD,USD,SGD,GBP',
    'par_02  海港貿易有限公…',
  ]);
});

test.each([20, 40, 60, 80])(
  'within %i columns no line is longer, unless what may not be cut is',
  (columns) => {
    const widths = linesOf(table, columns, ['name', 'list']).map(widthOf);
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(columns, 6 + 2 + 6 + 2 + 6));
  },
);

test('what may not be cut is left whole', () => {
  expect(linesOf(table, 10)[1]).toBe('par_01  Harbour Trading Limited   HKD,USD,SGD,GBP');
});

test('an emoji of several characters is never cut apart', () => {
  expect(linesOf([['name'], ['👩‍👧👩‍👧👩‍👧👩‍👧👩‍👧']], 7, ['name'])[1]).toBe('👩‍👧👩‍👧👩‍👧…');
});

test('a control character cannot reach the terminal', () => {
  expect(linesOf([['name'], ['\u001b[31mred']], 80)[1]).toBe('\u{FFFD}[31mred');
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 30 });

test('any text comes out in exactly the width that it is given, and as it was where it fits', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, width) => {
      expect(widthOf(inWidth(text, width))).toBe(width);
      if (widthOf(text) <= width) expect(inWidth(text, width).startsWith(text)).toBe(true);
    }),
  );
});

test('any table whose columns can be cut fits into any terminal that holds their least', () => {
  const row = fc.tuple(anyText, anyText, anyText);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.integer({ min: 22, max: 100 }), (cells, columns) => {
      const lines = linesOf([['a', 'b', 'c'], ...cells], columns, ['a', 'b', 'c']);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    }),
  );
});
