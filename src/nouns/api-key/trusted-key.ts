import type { Kysely } from 'kysely';
import { forgedRow, type RowMacs } from '../../engine/crypto/row-mac.ts';
import type { Caller } from '../../kernel/caller.ts';
import { timestamp } from '../../kernel/clock.ts';
import { type OperationError, refusal } from '../../kernel/errors.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { trustedOperator } from '../operator/find-operator.ts';
import { operatorAad } from '../operator/proven-operators.ts';
import { type OperatorRow, operatorScopes } from '../operator/operator.present.ts';
import { apiKeyAad, requireGenuineKey, recordedKeySteps } from './proven-api-keys.ts';
import { type ApiKeyRow, roleOf, scopesOf } from './api-key.present.ts';
import { CHALLENGE } from './bearer.ts';

/** A key that the gateway wrote, and the rights of its requests. The key may have ended. */
export interface TrustedKey {
  readonly row: ApiKeyRow;
  /** The person who owns an operator's key. */
  readonly person: OperatorRow | null;
  readonly caller: Caller;
}

type Wanted = { readonly id: string } | { readonly hashes: readonly string[] };

/**
 * The key with an id or a keyed hash; null if there is none. Throws if the gateway did not write the row of the key or
 * of its operator, or if one of them was set back to an older version.
 */
export async function trustedKey(
  db: Kysely<Tables>,
  rowMacs: RowMacs,
  wanted: Wanted,
): Promise<TrustedKey | null> {
  const found = await db
    .selectFrom('api_key')
    .selectAll()
    .select(recordedKeySteps().as('recorded'))
    .select((eb) =>
      eb
        .selectFrom('partner')
        .select('v1_members')
        .whereRef('partner.id', '=', 'api_key.partner_id')
        .as('v1_members'),
    )
    .where((eb) => ('id' in wanted ? eb('id', '=', wanted.id) : eb('hash', 'in', wanted.hashes)))
    .executeTakeFirst();
  if (found === undefined) return null;
  const { recorded, v1_members, ...row } = found;
  requireGenuineKey(rowMacs, row);
  if (recorded !== row.steps) throw forgedRow(apiKeyAad(row.id));
  const person = row.operator_id === null ? null : await trustedOperator(db, rowMacs, row.operator_id);
  if (person === null && row.operator_id !== null) throw forgedRow(operatorAad(row.operator_id));
  return { row, person, caller: callerOf(row, person, v1_members) };
}

/** The error if a key or its person has ended; null if the key works. */
export function refusalOfEnded({ row, person }: TrustedKey, now: Date): OperationError | null {
  if (row.revoked_at !== null) return refusal('api_key_revoked', 'This API key was revoked.', CHALLENGE);
  if (person !== null && person.disabled_at !== null)
    return refusal('api_key_revoked', 'The operator of this API key was disabled.', CHALLENGE);
  if (row.expires_at !== null && row.expires_at <= timestamp(now))
    return refusal('api_key_expired', 'This API key has expired.', CHALLENGE);
  return null;
}

function callerOf(row: ApiKeyRow, person: OperatorRow | null, v1Members: string | null): Caller {
  const role = roleOf(row);
  // Without a partner it would be no partner's key; the gateway writes no such row.
  if (role === 'partner' && row.partner_id === null) throw forgedRow(apiKeyAad(row.id));
  const scopes = scopesOf(row);
  return {
    actor: row.id,
    role,
    scopes: new Set(
      person === null ? scopes : operatorScopes(person).filter((each) => scopes.includes(each)),
    ),
    partnerId: role === 'partner' ? row.partner_id : null,
    keyId: row.id,
    operatorId: person?.id ?? null,
    sessionHash: null,
    v1Members: role === 'partner' && v1Members === 'interface' ? 'interface' : 'all',
  };
}
