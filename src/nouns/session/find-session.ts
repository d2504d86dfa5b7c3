import { sql } from 'kysely';
import { SESSION_ACTOR } from '../api-key/viewer/actor-names.operations.ts';
import { CHALLENGE } from '../api-key/bearer.ts';
import { refusalOfEnded, trustedKey } from '../api-key/trusted-key.ts';
import type { Caller } from '../../kernel/caller.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { trustedOperator } from '../operator/find-operator.ts';
import { operatorScopes } from '../operator/operator.present.ts';
import type { Foundation } from '../../pipeline/context.ts';
import { removeRows } from '../../pipeline/rows/remove-rows.ts';
import { openSession } from './session.operations.ts';
import { hashedPart, IDLE_SECONDS, PROVEN_SESSIONS, SEEN_SECONDS, type SessionRow } from './session.rules.ts';

export interface OpenSession {
  readonly caller: Caller;
  readonly expires_at: string;
  readonly hash: string;
  readonly seen_at: string;
  /** When it was found open. */
  readonly foundAt: Date;
}

/**
 * The session of a token. Throws `session_ended` if there is none, or if the session, its key or its operator has
 * ended. Each request reads it, so an end takes effect at once.
 */
export async function findSession(foundation: Foundation, token: string): Promise<OpenSession> {
  const { database, apiKeyHash } = foundation;
  const row = await database.reads
    .selectFrom('console_session')
    .selectAll()
    .where('hash', 'in', apiKeyHash.makeAll(hashedPart(token)))
    .executeTakeFirst();
  return openSessionOf(foundation, row);
}

/** Like `findSession`, but takes the hash of the token, or the beginning of that hash. */
export async function findSessionByHash(foundation: Foundation, beginning: string): Promise<OpenSession> {
  const row = await foundation.database.reads
    .selectFrom('console_session')
    .selectAll()
    .where('hash', '>=', beginning)
    .where('hash', '<', `${beginning}${AFTER_HEX_DIGITS}`)
    .executeTakeFirst();
  return openSessionOf(foundation, row);
}

/**
 * Sorts after every hex digit. So all hashes with a given beginning lie between that text and the text with this letter
 * appended.
 */
const AFTER_HEX_DIGITS = 'g';

async function openSessionOf(foundation: Foundation, row: SessionRow | undefined): Promise<OpenSession> {
  const { rowMacs } = foundation;
  if (row === undefined) throw sessionEnded();
  PROVEN_SESSIONS.requireGenuine(rowMacs, row);
  const now = foundation.clock();
  const idleSince = timestamp(secondsLater(now, -IDLE_SECONDS));
  if (row.expires_at <= timestamp(now) || row.seen_at <= idleSince) throw sessionEnded();
  const person = row.key_id === null ? await byPerson(foundation, row) : await byKey(foundation, row, now);
  const caller = { ...person, sessionHash: row.hash };
  // A later sign-in may have shown that the person has lost the right to it.
  if (!caller.scopes.has(openSession.scope)) throw sessionEnded();
  return { caller, expires_at: row.expires_at, hash: row.hash, seen_at: row.seen_at, foundAt: now };
}

export const sessionEnded = () =>
  refusal('session_ended', 'There is no session of the console, or it has ended; sign in again.', CHALLENGE);

/** The caller of a session that began with a key. The trail names the person, or the key itself if it has no person. */
async function byKey({ database, rowMacs }: Foundation, row: SessionRow, now: Date): Promise<Caller> {
  const key = row.key_id === null ? null : await trustedKey(database.reads, rowMacs, { id: row.key_id });
  if (key === null || refusalOfEnded(key, now) !== null) throw sessionEnded();
  const { caller } = key;
  const { operatorId } = caller;
  return operatorId === null ? caller : { ...caller, actor: SESSION_ACTOR + operatorId };
}

/** The caller of a session that began with OpenID Connect. */
async function byPerson({ database, rowMacs }: Foundation, { operator_id: id }: SessionRow): Promise<Caller> {
  const person = id === null ? null : await trustedOperator(database.reads, rowMacs, id);
  if (person === null || person.disabled_at !== null) throw sessionEnded();
  return {
    actor: SESSION_ACTOR + person.id,
    role: 'operator',
    scopes: new Set(operatorScopes(person)),
    partnerId: null,
    keyId: null,
    operatorId: person.id,
    sessionHash: null,
    v1Members: 'all',
  };
}

/**
 * Notes the use of a session at the time when it was found. This is written outside of the request's transaction, like
 * the last use of a key. If the session has ended since, this must not prolong it.
 */
export async function noteUse(
  { database }: Pick<Foundation, 'database'>,
  { hash, seen_at, foundAt }: Pick<OpenSession, 'hash' | 'seen_at' | 'foundAt'>,
): Promise<void> {
  if (seen_at > timestamp(secondsLater(foundAt, -SEEN_SECONDS))) return;
  await database.writes
    .updateTable('console_session')
    .set({ seen_at: timestamp(foundAt) })
    .where('hash', '=', hash)
    .execute();
}

/** Removes a batch of ended sessions; returns how many. */
export const reapSessions = ({ database, clock }: Foundation): Promise<number> =>
  removeRows(
    database.writes,
    { table: 'console_session', key: ['hash'] },
    sql`expires_at < ${timestamp(clock())}`,
  );
