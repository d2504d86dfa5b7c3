import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printColumns, printEntities } from '../../../src/run/migrations/write-entities.ts';

test('the list of entities has every entity of src; npm run schema writes it', () => {
  const checkedIn = readFileSync(new URL('../../../src/run/migrations/entities.ts', import.meta.url), 'utf8');
  expect(printEntities()).toBe(checkedIn);
});

test('the list of columns has every column of a table with MACs; npm run schema writes it', () => {
  const checkedIn = readFileSync(
    new URL('../../../src/kernel/generated/columns.ts', import.meta.url),
    'utf8',
  );
  expect(printColumns()).toBe(checkedIn);
});
