import { timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Scope } from '../../kernel/caller.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { identityOf } from '../operator/people.ts';
import { isUnconfirmed, type OperatorRow, operatorScopes } from '../operator/operator.present.ts';
import { isGenuineOperator } from '../operator/proven-operators.ts';
import { scopesOf } from './api-key.present.ts';
import { isGenuineKey } from './proven-api-keys.ts';

/** How many operators are looked at. No provider has that many. */
const PEOPLE_MAX = 1_000;

/** The scopes that two people must have: one to make changes, and one to change settings back. */
const NEEDED: readonly Scope[] = ['write', 'admin'];

/**
 * Throws `conflict` unless two people can act for each other: each is enabled and confirmed, and has a key that works or
 * signs in by OpenID Connect.
 */
export async function requireTwoPeople(context: QueryContext): Promise<void> {
  const lack = await lackOf(context);
  if (lack === null) return;
  throw refusal(
    'conflict',
    `Two people are needed who can approve for each other, and ${lack.people === 1 ? 'only one' : 'none'} has the scope "${lack.scope}" and a key that works. Operators with one e-mail address are one person, and one who signs in by OpenID Connect must be confirmed.`,
  );
}

/** Whether two people can act for each other. */
export const areTwoAble = async (context: QueryContext): Promise<boolean> => (await lackOf(context)) === null;

/** The first scope that fewer than two people have, and how many have it; null if there is none. */
async function lackOf(
  context: QueryContext,
): Promise<{ readonly scope: Scope; readonly people: number } | null> {
  const people = await candidates(context);
  const byKeys = await scopesByKeys(context, people);
  for (const scope of NEEDED) {
    const able = people.filter(
      (person) =>
        operatorScopes(person).includes(scope) &&
        (person.oidc_subject !== null || byKeys.get(person.id)?.has(scope) === true),
    );
    const identities = new Set(able.map((person) => identityOf(person, context.vault)));
    if (identities.size < 2) return { scope, people: identities.size };
  }
  return null;
}

async function candidates({ db, rowMacs }: QueryContext): Promise<readonly OperatorRow[]> {
  const rows = await db
    .selectFrom('operator')
    .selectAll()
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(PEOPLE_MAX)
    .execute();
  return rows.filter((row) => isGenuineOperator(rowMacs, row) && !isUnconfirmed(row));
}

/** What the working keys of people can do. */
async function scopesByKeys(
  { db, rowMacs, now }: QueryContext,
  people: readonly OperatorRow[],
): Promise<ReadonlyMap<string, ReadonlySet<Scope>>> {
  const found = new Map<string, Set<Scope>>();
  if (people.length === 0) return found;
  const keys = await db
    .selectFrom('api_key')
    .selectAll()
    .where(
      'operator_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', timestamp(now))]))
    .execute();
  for (const key of keys) {
    if (key.operator_id === null || !isGenuineKey(rowMacs, key)) continue;
    const scopes = found.get(key.operator_id) ?? new Set();
    for (const scope of scopesOf(key)) scopes.add(scope);
    found.set(key.operator_id, scopes);
  }
  return found;
}
