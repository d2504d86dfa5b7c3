import type { Selectable } from 'kysely';
import type { Vault } from '../../engine/crypto/encryption.ts';
import { type Scope, SCOPES } from '../../kernel/caller.ts';
import { DAMAGED_NAME, knownTime } from '../../kernel/damage.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { operatorEmailAad } from './operator.rules.ts';

export interface OperatorView {
  readonly operator_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly scopes: readonly Scope[];
  /** Whether the person signs in by OpenID Connect. */
  readonly by_oidc: boolean;
  readonly created_at: string;
  readonly disabled_at: string | null;
  /** Whether the person waits until a second person confirms it; see `confirmOperator`. */
  readonly is_unconfirmed: boolean;
  /** Whether the row is not as the gateway wrote it. Then the other members are replaced. */
  readonly is_damaged: boolean;
}

export type OperatorRow = Selectable<Tables['operator']>;

export function presentOperator(row: OperatorRow, vault: Vault): OperatorView {
  return {
    operator_id: row.id,
    name: row.name,
    email: row.email === null ? null : vault.decrypt(row.email, operatorEmailAad(row.id)),
    scopes: operatorScopes(row),
    by_oidc: row.oidc_subject !== null,
    created_at: row.created_at,
    disabled_at: row.disabled_at,
    is_unconfirmed: isUnconfirmed(row),
    is_damaged: false,
  };
}

/**
 * An operator whose row cannot be trusted. The list shows that it exists, and nothing that another writer may have put
 * there.
 */
export function presentDamaged({ id, created_at }: OperatorRow): OperatorView {
  return {
    operator_id: id,
    name: DAMAGED_NAME,
    email: null,
    scopes: [],
    by_oidc: false,
    created_at: knownTime(created_at),
    disabled_at: null,
    is_unconfirmed: false,
    is_damaged: true,
  };
}

/** Whether the issuer has named the person and no second person has confirmed it. */
export const isUnconfirmed = ({
  oidc_subject,
  confirmed_at,
}: Pick<OperatorRow, 'oidc_subject' | 'confirmed_at'>): boolean =>
  oidc_subject !== null && confirmed_at === null;

/** The most that keys and sessions of the operator may do. */
export function operatorScopes({ scopes }: Pick<OperatorRow, 'scopes'>): readonly Scope[] {
  const granted = scopes.split(',');
  return SCOPES.filter((scope) => granted.includes(scope));
}
