import type { Role, Scope } from '../../kernel/caller.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { type NewApiKey, presentApiKey } from './api-key.present.ts';
import { withKeyMac } from './proven-api-keys.ts';
import {
  aboutKey,
  API_KEYS_MAX,
  apiKeyDigestAad,
  digestOfApiKey,
  keysOf,
  shownPartOf,
} from './api-key.rules.ts';

/** The properties of a new key, as its row has them. */
export interface KeyRequest {
  readonly name: string;
  /** The person who owns an operator's key. */
  readonly operator_id: string | null;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** Seconds from now; null if the key does not expire. */
  readonly expires_in: number | null;
}

/**
 * Stores a key of a partner, or of a person alone. The caller has locked the row of the partner or of the person, so
 * that the limit of keys is exact.
 */
export async function addApiKey(
  context: CommandContext,
  partnerId: string | null,
  { expires_in, scopes, ...input }: KeyRequest,
  api_key: string,
): Promise<NewApiKey> {
  await requireRoom(context, partnerId, input.operator_id);
  const id = context.newId('key');
  const digest = digestOfApiKey(api_key);
  const row = withKeyMac(context.rowMacs, {
    ...input,
    id,
    partner_id: partnerId,
    scopes: scopes.join(','),
    prefix: shownPartOf(api_key),
    hash: context.apiKeyHash.make(digest),
    digest: context.vault.encrypt(digest, apiKeyDigestAad(id)),
    created_at: timestamp(context.now),
    expires_at: expires_in === null ? null : timestamp(secondsLater(context.now, expires_in)),
    revoked_at: null,
    last_used_at: null,
    successor_id: null,
    steps: 1,
  });
  await context.db.insertInto('api_key').values(row).execute();
  const person = input.operator_id === null ? {} : { operator_id: input.operator_id };
  const data = { role: input.role, scopes, ...person };
  await context.record({ ...aboutKey(row), type: 'key.created', data });
  if (partnerId !== null) await context.count([{ name: keysOf(partnerId), by: 1 }]);
  return { ...presentApiKey(row), api_key };
}

async function requireRoom(
  { db, now }: CommandContext,
  partnerId: string | null,
  operatorId: string | null,
): Promise<void> {
  const keysThatWork = db
    .selectFrom('api_key')
    .$if(partnerId !== null, (keys) => keys.where('partner_id', '=', partnerId))
    .$if(partnerId === null, (keys) =>
      keys.where('operator_id', '=', operatorId).where('partner_id', 'is', null),
    )
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', timestamp(now))]));
  if ((await countOf(keysThatWork)) < API_KEYS_MAX) return;
  const owner = partnerId === null ? 'An operator' : 'A partner';
  throw refusal('conflict', `${owner} has at most ${API_KEYS_MAX} keys that work; revoke one first.`);
}
