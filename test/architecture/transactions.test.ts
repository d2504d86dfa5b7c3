import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** What opens a transaction: requests in one place, and four tasks that no request asks for. */
const OPENERS = [
  // Every command, and what a query discloses.
  'pipeline/execute.ts',
  // Checkpoints over events that have committed.
  'audit/checkpoint-events.ts',
  // The MACs of records that are older than MACs, at the first start with them.
  'audit/founding.ts',
  // Values and files that are encrypted again, with the newest key.
  'encryption/reencrypt-documents.ts',
  'encryption/reencrypt-values.ts',
];

test('requests open their transactions in one place, and upkeep in four others', () => {
  const found = [...sources('src')]
    .filter(([path, text]) => !path.startsWith('db/') && /\.transaction\(/.test(text))
    .map(([path]) => path);
  expect(found.toSorted()).toEqual(OPENERS.toSorted());
});
