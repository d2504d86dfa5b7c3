import { coverageOf } from '../../trail/record/coverage.ts';
import type { EventType } from '../../trail/record/event-types.ts';
import { provenRecords } from '../../trail/record/proven-records.ts';
import type { ApiKeyRow } from './api-key.present.ts';
import { keyHistoryFault } from './api-key-history-fault.ts';

/** How the MAC of a key covers each column. */
const COVERAGE = coverageOf('api_key', {
  // Encrypted and bound to the row. The MAC covers the hash, which is made from it.
  digest: 'none',
  // Written outside of requests, for many keys at a time. It grants nothing.
  last_used_at: 'none',
});

/** The events that change the row of a key. */
export const KEY_STEPS = [
  'key.created',
  'key.rotated',
  'key.moved',
  'key.revoked',
] as const satisfies readonly EventType[];

export const PROVEN_KEYS = provenRecords<Omit<ApiKeyRow, 'last_used_at' | 'mac'>>({
  table: 'api_key',
  name: 'API key',
  coverage: COVERAGE,
  alsoRead: ['digest'],
  madeWithSecret: ['hash'],
  subject: 'key',
  created: ['key.created'],
  steps: KEY_STEPS,
  historyFault: keyHistoryFault,
});

export const {
  placeOf: apiKeyAad,
  withMac: withKeyMac,
  isGenuine: isGenuineKey,
  /** Called at every use of a key. */
  requireGenuine: requireGenuineKey,
  recordedSteps: recordedKeySteps,
} = PROVEN_KEYS;
