import type { Caller, Role, Scope } from '../../kernel/caller.ts';
import { SCOPES_OF } from '../../kernel/caller.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { type OperatorRow, operatorScopes } from '../operator/operator.present.ts';
import type { KeyRequest } from './add-api-key.ts';
import { trustedKey } from './trusted-key.ts';

/** The scopes of a new key if none are named: all that the role, the caller and the key's person can have. */
export function scopesToGive({ scopes }: Caller, role: Role, person: OperatorRow | null): readonly Scope[] {
  const given = SCOPES_OF[role].filter((scope) => scopes.has(scope));
  return person === null ? given : given.filter((scope) => operatorScopes(person).includes(scope));
}

/** Throws if a new key could do more than the person who owns it. */
export function requirePowersOf(person: OperatorRow | null, scopes: readonly Scope[]): void {
  if (person === null) return;
  const lacking = scopes.filter((scope) => !operatorScopes(person).includes(scope));
  if (lacking.length === 0) return;
  const names = lacking.map((scope) => `"${scope}"`).join(' and ');
  throw refusal('permission_denied', `The operator lacks ${names}, so a key of the operator cannot have it.`);
}

/**
 * Throws if a new key could do more than the caller: a scope that the caller lacks, or, for an operator's key, a longer
 * life. Otherwise a key that ends today could renew itself forever. A partner's key may outlive the caller's key,
 * because it reaches the records of one partner only and operators can revoke it.
 */
export async function requireOwnPowers(context: CommandContext, asked: KeyRequest): Promise<void> {
  const { caller } = context;
  const lacking = asked.scopes.filter((scope) => !caller.scopes.has(scope));
  if (lacking.length > 0) {
    const names = lacking.map((scope) => `"${scope}"`).join(' and ');
    throw refusal('permission_denied', `This API key lacks ${names}, so it cannot make a key that has it.`);
  }
  if (asked.scopes.length === 0)
    throw refusal('permission_denied', 'This API key has no scope that a new key could get.');
  if (asked.role === 'operator') await requireEarlierEnd(context, asked);
}

async function requireEarlierEnd(
  { caller, db, now, rowMacs }: CommandContext,
  { expires_in }: KeyRequest,
): Promise<void> {
  if (caller.keyId === null) return;
  const own = await trustedKey(db, rowMacs, { id: caller.keyId });
  const end = own?.row.expires_at ?? null;
  if (end === null) return;
  if (expires_in !== null && timestamp(secondsLater(now, expires_in)) <= end) return;
  throw refusal(
    'permission_denied',
    `This API key ends at ${end}; an operator’s key that it makes must end by then (expires_in).`,
  );
}
