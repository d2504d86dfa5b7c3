import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** Whoever opens a transaction: requests in one place, and what keeps the tables in order, which nobody asks for. */
const OPENERS = [
  // Every command, and what a query discloses.
  'pipeline/execute.ts',
  // Seals over events that have committed.
  'audit/seal-events.ts',
  // Values and files that are encrypted again.
  'secret/reseal-documents.ts',
  'secret/reseal-values.ts',
];

test('requests open their transactions in one place, and upkeep in three', () => {
  const found = [...sources('src')]
    .filter(([path, text]) => !path.startsWith('db/') && /\.transaction\(/.test(text))
    .map(([path]) => path);
  expect(found.toSorted()).toEqual(OPENERS.toSorted());
});
