import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inWidth, widthOf, wrapped } from '../../../../src/run/cli/output/cell-width.ts';
import { plainTable } from '../../../../src/run/cli/output/plain-table.ts';

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

test('the widest of the columns that may be cut are cut first, with an ellipsis', () => {
  expect(linesOf(table, 40, ['name', 'list'])).toEqual([
    'id      name             list',
    'par_01  Harbour Tradin…  HKD,USD,SGD,GBP',
    'par_02  海港貿易有限公…',
  ]);
});

test.each([12, 20, 40, 60, 80])('within %i columns no line is longer', (columns) => {
  const widths = linesOf(table, columns, ['name', 'list']).map(widthOf);
  expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
});

test('if the cut table does not fit either, each row is a block of its own', () => {
  expect(linesOf(table, 20, ['name', 'list'])).toEqual([
    'id    par_01',
    'name  Harbour',
    '      Trading',
    '      Limited',
    'list  HKD,USD,SGD,GB',
    '      P',
    '',
    'id    par_02',
    'name  海港貿易有限公',
    '      司香港分行',
    'list',
  ]);
});

test('a list of names and values is broken into lines, and nothing of it is cut', () => {
  const list = [
    ['setting', 'value'],
    ['partner_id', 'par_01'],
    ['currencies', 'HKD, SGD, USD'],
  ];
  expect(linesOf(list, 22, ['value'])).toEqual([
    'setting     value',
    'partner_id  par_01',
    'currencies  HKD, SGD,',
    '            USD',
  ]);
});

test('an id among names and values is never broken if the terminal has room for it', () => {
  const id = 'fun_01m8098f5re78wszd94tp69s1q';
  const list = [
    ['name', 'value'],
    ['account_chargeback_rate', '0.03'],
    ['funding_id', id],
  ];
  expect(linesOf(list, 40, ['value'])).toEqual([
    'name                     value',
    'account_chargeback_rate  0.03',
    'funding_id',
    `  ${id}`,
  ]);
});

test('a cell that may not be cut stays whole, under its heading', () => {
  expect(linesOf(table, 10).slice(0, 6)).toEqual([
    'id',
    '  par_01',
    'name',
    '  Harbour Trading Limited',
    'list',
    '  HKD,USD,SGD,GBP',
  ]);
});

test('nothing is ever cut if there is no width', () => {
  const long = 'x'.repeat(5_000);
  expect(linesOf([['name'], [long]], Infinity, ['name'])).toEqual(['name', long]);
});

test('headings alone stay within the terminal', () => {
  expect(linesOf([['partner_id', 'name', 'review']], 12)).toEqual(['partner_id', 'name', 'review']);
});

test('an emoji of several characters is never cut apart', () => {
  expect(linesOf([['name'], ['👩‍👧👩‍👧👩‍👧👩‍👧👩‍👧']], 7, ['name'])[1]).toBe('👩‍👧👩‍👧👩‍👧…');
});

test('a control character cannot reach the terminal', () => {
  expect(linesOf([['name'], ['\u001b[31mred']], 80)[1]).toBe('\u{FFFD}[31mred');
});

test.each(['\u202e', '\u202a', '\u2066', '\u2069', '\u2028', '\u2029'])(
  'a name cannot reverse or break the line that it stands in, by %j',
  (mark) => {
    expect(
      linesOf(
        [
          ['name', 'amount'],
          [`Acme${mark}`, '100'],
        ],
        80,
      )[1],
    ).toBe('Acme\u{FFFD}  100');
    // Text that itself runs from right to left stays as it is.
    expect(linesOf([['name'], ['שלום\u200f']], 80)[1]).toBe('שלום\u200f');
  },
);

const anyText = fc.string({ unit: 'grapheme', maxLength: 30 });

test('any text gets exactly the given width, and stays unchanged if it fits', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, width) => {
      expect(widthOf(inWidth(text, width))).toBe(width);
      if (widthOf(text) <= width) expect(inWidth(text, width).startsWith(text)).toBe(true);
    }),
  );
});

test('text that is broken into lines loses only the blanks at the ends of lines', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, width) => {
      const lines = wrapped(text, width);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
      // The blanks of other scripts too, such as U+3000.
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});

test('any table whose columns can be cut fits into any terminal', () => {
  const row = fc.tuple(anyText, anyText, anyText);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.integer({ min: 12, max: 100 }), (cells, columns) => {
      const lines = linesOf([['a', 'b', 'c'], ...cells], columns, ['a', 'b', 'c']);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    }),
  );
});

test('a table whose ids stay whole fits too, wherever the terminal has room for an id', () => {
  const id = fc.stringMatching(/^[a-z]{3}_[0-9a-z]{26}$/);
  const row = fc.tuple(id, anyText, anyText);
  const columns = fc.integer({ min: 40, max: 120 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), columns, (cells, width) => {
      const lines = linesOf([['customer_id', 'company_name', 'note'], ...cells], width, [
        'company_name',
        'note',
      ]);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
      for (const [whole] of cells) expect(lines.join('\n')).toContain(whole);
    }),
  );
});

test('a list of facts fits from 40 columns on, and breaks no id', () => {
  const id = fc.stringMatching(/^[a-z]{3}_[0-9a-z]{26}$/);
  const name = fc.stringMatching(/^[a-z_]{1,24}$/);
  const facts = fc.array(fc.tuple(name, fc.oneof(id, anyText)), { maxLength: 8 });
  fc.assert(
    fc.property(facts, fc.integer({ min: 40, max: 120 }), (rows, width) => {
      const lines = linesOf([['name', 'value'], ...rows], width, ['value']);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
      for (const [, value] of rows)
        if (/^[a-z]{3}_[0-9a-z]{26}$/.test(value)) expect(lines.join('\n')).toContain(value);
    }),
  );
});

test('a pipe gets every cell whole, one line for each row', () => {
  const row = fc.tuple(anyText, anyText, anyText);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (cells) => {
      const rows = [['a', 'b', 'c'], ...cells];
      const lines = plainTable(rows, Infinity, ['a', 'b', 'c']).split('\n').slice(0, -1);
      expect(lines).toHaveLength(rows.length);
      for (const [at, line] of lines.entries())
        for (const cell of rows[at] ?? [])
          expect(line).toContain(
            cell.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\u{FFFD}').trimEnd(),
          );
    }),
  );
});
