import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** The files that open a transaction: for requests, for starts and for upkeep. */
const OPENERS = [
  // Every command.
  'pipeline/command.ts',
  // The events of a query that discloses personal data.
  'pipeline/execute.ts',
  // The positions of events that have committed.
  'event/feed/relay.ts',
  // Checkpoints over events that have committed.
  'audit/checkpoint-events.ts',
  // The secrets of a start, which are checked and noted at once.
  'encryption/keys-in-use.ts',
  // Values and files that are encrypted again, with the newest key.
  'encryption/reencrypt-documents.ts',
  'encryption/reencrypt-values.ts',
];

test('requests open their transactions in few places, as starts and upkeep do', () => {
  const found = [...sources('src')]
    .filter(([path, text]) => !path.startsWith('db/') && /\.(?:transaction|addRows)\(/.test(text))
    .map(([path]) => path);
  expect(found.toSorted()).toEqual(OPENERS.toSorted());
});
