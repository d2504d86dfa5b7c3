import type { AddressLimit } from '../../pipeline/limits/address-limit.ts';
import { OperationError } from '../../kernel/errors.ts';
import type { Foundation } from '../../pipeline/context.ts';
import { findSession, type OpenSession } from './find-session.ts';

/** Sessions in use at once, of all people of the provider, many times over. */
const KNOWN_MAX = 10_000;

/**
 * Returns a function that finds the session of a cookie. An address that has sent too many cookies of no session is
 * refused before the look-up. A session that this process has met is not, so that a neighbour behind the same address
 * cannot lock it out.
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
        // A session that has ended since is no guess.
        if (isKnown) throw error;
        // Others may have been wrong while this one was looked up.
        addressLimit.require(request);
        addressLimit.note(request);
      }
      throw error;
    }
  };
}
