import { refusalOfEnded, trustedKey } from '../api-key/trusted-key.ts';
import type { UrlHolder } from '../../engine/blob/signed-url.ts';
import type { Caller } from '../../kernel/caller.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { authorize } from '../../pipeline/precheck.ts';
import { findSessionByHash } from '../session/find-session.ts';
import { getDocument } from './document.operations.ts';

/**
 * The caller whose right a download URL uses; null if the command line made the URL. Throws `url_expired` if the key,
 * session or person has ended, or may no longer read.
 */
export async function liveHolderOf(gateway: Gateway, holder: UrlHolder): Promise<Caller | null> {
  const { keyId, sessionHash } = holder;
  if (sessionHash !== null) return reader(await sessionCaller(gateway, sessionHash), 'session');
  return keyId === null ? null : reader(await keyCaller(gateway, keyId), 'API key');
}

/** Throws OperationError if a caller may not download. */
export const requireReader = (caller: Caller): void => authorize(getDocument, caller);

async function keyCaller(
  { database, rowMacs, clock }: Gateway,
  id: string,
): Promise<Caller | OperationError | null> {
  const key = await trustedKey(database.reads, rowMacs, { id });
  return key === null ? null : (refusalOfEnded(key, clock()) ?? key.caller);
}

async function sessionCaller(gateway: Gateway, hash: string): Promise<Caller | null> {
  try {
    return (await findSessionByHash(gateway, hash)).caller;
  } catch (error) {
    if (error instanceof OperationError && error.code === 'session_ended') return null;
    throw error;
  }
}

function reader(caller: Caller | OperationError | null, what: string): Caller {
  const gone = refusal('url_expired', `The ${what} that asked for this download URL no longer works.`);
  if (caller === null || caller instanceof OperationError) throw gone;
  try {
    requireReader(caller);
    return caller;
  } catch (error) {
    throw error instanceof OperationError ? gone : error;
  }
}
