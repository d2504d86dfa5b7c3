import type { AddressLimit } from '../../pipeline/limits/address-limit.ts';
import { OperationError } from '../../kernel/errors.ts';
import type { Foundation } from '../../pipeline/context.ts';
import { findSession, type OpenSession } from './find-session.ts';

/** Many times more than all sessions that the provider's people use at once. */
const KNOWN_MAX = 10_000;

/**
 * Returns a function that finds the session of a cookie. If an address has sent too many cookies without a session, it
 * is refused before the look-up. This does not apply to a session that this process knows, so that a neighbour behind
 * the same address cannot lock it out.
 */
export function createSessionFinder(foundation: Foundation, addressLimit: AddressLimit) {
  const known = new Set<string>();

  return async (token: string, request: Request): Promise<OpenSession> => {
    const isKnown = known.has(token);
    if (!isKnown) addressLimit.require(request);
    try {
      const found = await findSession(foundation, token);
      if (known.size >= KNOWN_MAX) known.clear();
      known.add(token);
      return found;
    } catch (error) {
      if (error instanceof OperationError && error.code === 'session_ended') {
        known.delete(token);
        // A session that has ended since is not a guess.
        if (isKnown) throw error;
        // Other cookies may have been wrong during this look-up.
        addressLimit.require(request);
        addressLimit.note(request);
      }
      throw error;
    }
  };
}
