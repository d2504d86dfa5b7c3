import type { Coverage } from '../../engine/crypto/covered-row.ts';
import type { EventType } from '../../trail/record/event-types.ts';
import { provenRecords } from '../../trail/record/proven-records.ts';
import type { ApiKeyRow } from './api-key.present.ts';
import { keyHistoryFault } from './api-key-history-fault.ts';

/** How the MAC of a key covers each column. A missing column is a compile error. */
const COVERAGE = {
  id: 'value',
  partner_id: 'value',
  operator_id: 'value',
  name: 'value',
  role: 'value',
  scopes: 'value',
  prefix: 'value',
  hash: 'value',
  // Encrypted and bound to the row. The MAC covers the hash, which is made from it.
  digest: 'none',
  created_at: 'value',
  expires_at: 'value',
  revoked_at: 'value',
  // Written outside of requests, for many keys at a time. It grants nothing.
  last_used_at: 'none',
  successor_id: 'value',
  steps: 'value',
  mac: 'none',
} as const satisfies Record<keyof ApiKeyRow, Coverage>;

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
  mac: apiKeyMac,
  isGenuine: isGenuineKey,
  /** Called at every use of a key. */
  requireGenuine: requireGenuineKey,
  recordedSteps: recordedKeySteps,
} = PROVEN_KEYS;
