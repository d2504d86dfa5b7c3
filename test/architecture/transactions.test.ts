import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** The files that open a transaction: for requests, for starts and for upkeep. */
const OPENERS = [
  // Every command.
  'pipeline/command.ts',
  // The events of a query that discloses personal data.
  'pipeline/execute.ts',
  // The positions of events that have committed.
  'trail/positions/relay.ts',
  // Checkpoints over events that have committed.
  'trail/checkpoint/checkpoint-events.ts',
  // The secrets of a start, which are checked and noted at once.
  'run/encryption/keys-in-use.ts',
  // The row of the provider, and the MACs of partners of an earlier version, at the first start.
  'run/open/prove-settings.ts',
  // Values and files that are encrypted again, with the newest key.
  'run/encryption/reencrypt-documents.ts',
  'run/encryption/reencrypt-values.ts',
];

test('requests open their transactions in few places, as starts and upkeep do', () => {
  const found = [...sources('src')]
    .filter(([path, text]) => !path.startsWith('engine/') && /\.(?:transaction|addRows)\(/.test(text))
    .map(([path]) => path);
  expect(found.toSorted()).toEqual(OPENERS.toSorted());
});
