import type { Caller, Role, Scope } from '../kernel/caller.ts';
import { SCOPES_OF } from '../kernel/caller.ts';
import { secondsLater, timestamp } from '../kernel/clock.ts';
import { refusal } from '../kernel/errors.ts';
import type { CommandContext } from '../pipeline/operation.ts';
import type { KeyRequest } from './add-api-key.ts';

/** The scopes of a key for which none are named: all that its role can have and its maker has. */
export const scopesToGive = ({ scopes }: Caller, role: Role): readonly Scope[] =>
  SCOPES_OF[role].filter((scope) => scopes.has(scope));

/**
 * Nobody makes a key that can do more than their own: no scope that the caller lacks, and no operator’s key that works
 * longer, or a key that was to end with the day could be renewed by itself for ever. A partner's key may outlive its maker:
 * it reaches the records of one partner, and operators end it.
 */
export async function requireOwnPowers(context: CommandContext, asked: KeyRequest): Promise<void> {
  const { caller } = context;
  const lacking = asked.scopes.filter((scope) => !caller.scopes.has(scope));
  if (lacking.length > 0) {
    const names = lacking.map((scope) => `"${scope}"`).join(' and ');
    throw refusal('permission_denied', `This API key lacks ${names} and can make no key that has it.`);
  }
  if (asked.scopes.length === 0)
    throw refusal('permission_denied', 'This API key has no scope that it could give.');
  if (asked.role === 'operator') await requireEarlierEnd(context, asked);
}

async function requireEarlierEnd(
  { caller, db, now }: CommandContext,
  { expires_in }: KeyRequest,
): Promise<void> {
  if (caller.keyId === null) return;
  const own = await db
    .selectFrom('api_key')
    .select('expires_at')
    .where('id', '=', caller.keyId)
    .executeTakeFirst();
  const end = own?.expires_at ?? null;
  if (end === null) return;
  if (expires_in !== null && timestamp(secondsLater(now, expires_in)) <= end) return;
  throw refusal(
    'permission_denied',
    `This API key ends at ${end}; an operator’s key that it makes must end by then (expires_in).`,
  );
}
