import { z } from 'zod';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../../nouns/api-key/api-key.operations.ts';
import type { ApiKeyView, NewApiKey } from '../../../nouns/api-key/api-key.present.ts';
import { mendApiKey } from '../../../nouns/api-key/mend-api-key.operations.ts';
import { listCommand, operationCommand } from './command.ts';
import { world } from '../../../kernel/world.ts';

const ids = z.object({ key_id: z.string() });
const partner = z.string().nullable().default(null);
/** Whose list a new key is in. */
const inList = z.object({
  partner_id: partner.describe('The partner; none for a key that only its operator has.'),
});
/** Whose keys are listed. */
const owner = z.object({
  partner_id: partner.describe('The partner; none for the keys of an operator.'),
  operator_id: z.string().nullable().default(null).describe('All keys of this operator.'),
});

const shownOnce = ({ key_id, api_key }: NewApiKey) => ({ key_id, api_key });
const revoked = ({ key_id, revoked_at }: ApiKeyView) => ({ key_id, revoked_at });

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** `3d`, `5h` or `12m`: whole units of the largest unit that fits. */
function span(ms: number): string {
  const [unit, size] = UNITS.find(([, unitMs]) => ms >= unitMs) ?? UNITS[2];
  return `${Math.max(0, Math.floor(ms / size))}${unit}`;
}

function endOf({ is_damaged, revoked_at, expires_at }: ApiKeyView): string {
  if (is_damaged) return 'damaged';
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'never';
  const left = Date.parse(expires_at) - world.time();
  return left <= 0 ? 'expired' : `in ${span(left)}`;
}

export default {
  says: 'API keys',
  commands: [
    operationCommand({
      name: 'create',
      says: 'create another API key of a partner, or of an operator; it is shown only once',
      operation: createApiKey,
      ids: inList,
      places: ['partner_id'],
      // The person makes it an operator’s key.
      completes: (input) => ('operator_id' in input ? { role: 'operator', ...input } : input),
      shows: shownOnce,
    }),
    listCommand({
      name: 'list',
      says: 'list the API keys of a partner or an operator, the newest first; never the keys themselves',
      operation: listApiKeys,
      ids: owner,
      places: ['partner_id'],
      member: 'keys',
      id: 'key_id',
      columns: [
        ...(['key_id', 'prefix', 'name', 'role', 'scopes', 'last_used_at', 'expires_at'] as const),
        ['revoked_at', ({ is_damaged, revoked_at }) => (is_damaged ? 'damaged' : revoked_at)],
      ],
      // Short columns: the time since the last use and the time until the key expires.
      onTerminal: [
        ...(['key_id', 'prefix', 'name'] as const),
        ['access', ({ role, scopes }) => `${role} ${scopes.map((scope) => scope.charAt(0)).join('')}`],
        ['used', ({ last_used_at: at }) => (at === null ? 'never' : span(world.time() - Date.parse(at)))],
        ['ends', endOf],
      ],
    }),
    operationCommand({
      name: 'rotate',
      says: 'make a key that replaces this one, which is shown only once; both work for a while',
      operation: rotateApiKey,
      ids,
      shows: shownOnce,
    }),
    operationCommand({
      name: 'revoke',
      says: 'end an API key; a running gateway refuses it within a second',
      operation: revokeApiKey,
      ids,
      shows: revoked,
    }),
    operationCommand({
      name: 'mend',
      says: 'repair the damaged record of a key and revoke the key; look at the record first',
      operation: mendApiKey,
      ids,
      shows: revoked,
    }),
  ],
};
