import type { Selectable } from 'kysely';
import { type Role, ROLES, type Scope, SCOPES_OF } from '../../kernel/caller.ts';
import { DAMAGED_NAME, knownTime } from '../../kernel/damage.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/** A key as it is shown: never the key itself or its hash. */
export interface ApiKeyView {
  readonly key_id: string;
  /** The partner in whose list it is; null for a key that only its person has. */
  readonly partner_id: string | null;
  /** The person who owns it; null for a partner's key. */
  readonly operator_id: string | null;
  readonly name: string;
  readonly prefix: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly successor_id: string | null;
  /** Whether the row is not as the gateway wrote it. Then the other members are replaced. */
  readonly is_damaged: boolean;
}

/** A new key. `api_key` is shown only in the first response; a replayed response has null there. */
export interface NewApiKey extends ApiKeyView {
  readonly api_key: string;
}

export type ApiKeyRow = Selectable<Tables['api_key']>;

export function presentApiKey(row: Omit<ApiKeyRow, 'hash' | 'digest' | 'mac'>): ApiKeyView {
  return {
    key_id: row.id,
    partner_id: row.partner_id,
    operator_id: row.operator_id,
    name: row.name,
    prefix: row.prefix,
    role: roleOf(row),
    scopes: scopesOf(row),
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    successor_id: row.successor_id,
    is_damaged: false,
  };
}

/** A key whose row cannot be trusted, in the list of a partner or a person. */
export function presentDamagedKey({ id, created_at }: ApiKeyRow, partner_id: string | null): ApiKeyView {
  return {
    key_id: id,
    partner_id,
    operator_id: null,
    name: DAMAGED_NAME,
    prefix: '',
    role: 'partner',
    scopes: [],
    created_at: knownTime(created_at),
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    successor_id: null,
    is_damaged: true,
  };
}

/** An unknown role in a row counts as `partner`, the lesser role. */
export const roleOf = ({ role }: Pick<ApiKeyRow, 'role'>): Role =>
  ROLES.find((candidate) => candidate === role) ?? 'partner';

/** Scopes that the role of a row cannot have are ignored. */
export function scopesOf(row: Pick<ApiKeyRow, 'role' | 'scopes'>): readonly Scope[] {
  const granted = row.scopes.split(',');
  return SCOPES_OF[roleOf(row)].filter((scope) => granted.includes(scope));
}
