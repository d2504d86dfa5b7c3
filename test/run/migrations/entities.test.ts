import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printEntities } from '../../../src/run/migrations/write-entities.ts';

test('the list of entities has every entity of src; npm run schema writes it', () => {
  const checkedIn = readFileSync(new URL('../../../src/run/migrations/entities.ts', import.meta.url), 'utf8');
  expect(printEntities()).toBe(checkedIn);
});
