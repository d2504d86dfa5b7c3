import { z } from 'zod';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { aboutOperator } from '../operator/operator.rules.ts';
import { defineRealTimeCommand } from '../../pipeline/operation.ts';
import { hashedPart, LIFE_SECONDS, makeToken, PROVEN_SESSIONS } from './session.rules.ts';

interface NewSession {
  /** Sent to the browser; the database holds only its hash. */
  readonly token: string;
  readonly expires_at: string;
}

/** Begins a session of the caller, who has shown a key or was signed in by OpenID Connect. */
export const openSession = defineRealTimeCommand({
  name: 'openSession',
  scope: 'read',
  roles: ['operator'],
  shownOnce: [['token']],
  async run({ db, caller, now, apiKeyHash, rowMacs }): Promise<NewSession> {
    const token = makeToken();
    const row = PROVEN_SESSIONS.withMac(rowMacs, {
      hash: apiKeyHash.make(hashedPart(token)),
      operator_id: caller.operatorId,
      key_id: caller.keyId,
      created_at: timestamp(now),
      seen_at: timestamp(now),
      expires_at: timestamp(secondsLater(now, LIFE_SECONDS)),
    });
    await db.insertInto('console_session').values(row).execute();
    return { token, expires_at: row.expires_at };
  },
});

/** Ends a session. A session that does not exist counts as ended. */
export const endSession = defineRealTimeCommand({
  name: 'endSession',
  scope: 'read',
  roles: ['operator'],
  input: z.strictObject({ token: z.string() }),
  async run({ db, apiKeyHash }, { input: { token } }): Promise<null> {
    await db
      .deleteFrom('console_session')
      .where('hash', 'in', apiKeyHash.makeAll(hashedPart(token)))
      .execute();
    return null;
  },
});

/**
 * Ends all sessions of the person who calls, including this one; returns how many. A key without a person ends the
 * sessions that began with it.
 */
export const endMySessions = defineRealTimeCommand({
  name: 'endMySessions',
  scope: 'read',
  roles: ['operator'],
  async run(context): Promise<number> {
    const { operatorId, keyId } = context.caller;
    const { numDeletedRows } = await context.db
      .deleteFrom('console_session')
      .where(operatorId === null ? 'key_id' : 'operator_id', '=', operatorId ?? keyId)
      .executeTakeFirstOrThrow();
    if (operatorId !== null)
      await context.record({ ...aboutOperator({ id: operatorId }), type: 'operator.sessions_ended' });
    return Number(numDeletedRows);
  },
});
