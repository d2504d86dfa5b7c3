import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { coveredColumns } from '../../../src/engine/crypto/covered-row.ts';
import { createRowMacs } from '../../../src/engine/crypto/row-mac.ts';
import { createVerifiedRows } from '../../../src/engine/crypto/verified-rows.ts';

const SECRET = new Uint8Array(32).fill(7);
const COVERAGE = { id: 'value', amount: 'value', rate: 'value', note: 'presence', seen_at: 'none' } as const;
const coveredOf = coveredColumns(COVERAGE);
const row = { id: 'fun_1', amount: 5, rate: null, note: 'encrypted', seen_at: 'today' };

test('the MAC of a row is made of its columns in the order of their names, without null columns', () => {
  const content = 'row instant_settlement/fun_1 [["amount",5],["id","fun_1"],["note",true]]';
  const mac = createHmac('sha256', SECRET).update(content).digest('hex');
  const made = createRowMacs([SECRET]).make('instant_settlement/fun_1', coveredOf(row));
  expect(made).toMatch(/^[0-9a-f]{8}\./);
  expect(made.slice(9)).toBe(mac);
});

test.each([
  ['a value', { amount: 6 }],
  ['a value of another type', { amount: '5' }],
  ['the id', { id: 'fun_2' }],
  ['a value if there was none', { rate: 0 }],
  ['a column of which only the presence counts, emptied', { note: null }],
])('a row whose MAC was verified a moment ago is not ours with another value: %s', (_, change) => {
  const macs = createRowMacs([SECRET]);
  const mac = macs.make('t/1', coveredOf(row));
  expect(macs.isOurs('t/1', coveredOf(row), mac)).toBe(true);
  expect(macs.isOurs('t/1', coveredOf({ ...row, ...change }), mac)).toBe(false);
  expect(macs.isOurs('t/1', coveredOf(row), mac)).toBe(true);
});

test.each([{ note: 'encrypted again' }, { seen_at: null }])('a row may have %o', (change) => {
  const macs = createRowMacs([SECRET]);
  const mac = macs.make('t/1', coveredOf(row));
  expect(macs.isOurs('t/1', coveredOf({ ...row, ...change }), mac)).toBe(true);
});

test('a row of another table with the same values has another MAC', () => {
  const macs = createRowMacs([SECRET]);
  const mac = macs.make('t/1', coveredOf(row));
  expect(macs.isOurs('u/1', coveredColumns(COVERAGE)(row), mac)).toBe(false);
});

test('of rows that were verified only the last ones are remembered', () => {
  const verified = createVerifiedRows(10);
  const nth = (n: number) => coveredOf({ ...row, amount: n });
  for (let n = 0; n < 100; n += 1) verified.keep(`mac ${n}`, nth(n));
  const kept = Array.from({ length: 100 }, (_, n) => n).filter((n) => verified.has(`mac ${n}`, nth(n)));
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(kept).toContain(99);
});
