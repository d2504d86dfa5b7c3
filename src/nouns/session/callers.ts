import { type Authenticate, createAuthenticator } from '../api-key/authenticate/authenticate.ts';
import { Admission, type Shares } from '../../pipeline/limits/shares.ts';
import type { AddressLimit } from '../../pipeline/limits/address-limit.ts';
import { addNote, noteOf } from '../../engine/http/wire/request-notes.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { PromiseOrValue } from '../../engine/async/promise-or-value.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import type { Sessions } from './sessions.ts';

export interface Callers {
  /** The caller of a request by its API key. Throws if the key is bad or over its rate. */
  authenticateAndCharge(request: Request): PromiseOrValue<Caller>;
  /** Like `authenticateAndCharge`, but accepts a session of the console too. */
  authenticatePage(request: Request): PromiseOrValue<Caller>;
  /** The caller of an `Authorization` header, without a request. */
  readonly authenticateKey: Authenticate;
  /** Takes the cost of a GraphQL operation from the caller's share. Throws `rate_limited`. */
  chargeCost(request: Request, cost: number): void;
  /** Whether the request had a valid key. */
  has(request: Request): boolean;
  /** The caller of a request with a valid key; otherwise null. */
  of(request: Request): Caller | null;
  /**
   * Called when the response is ready. The request no longer counts, and the response gets headers with the rest of the
   * share.
   */
  leave(request: Request, response: Response): void;
}

interface CallersOptions {
  /** Null if there is no console. */
  readonly sessions: Sessions | null;
  readonly shares: Shares;
  readonly addressLimit: AddressLimit;
}

/** Authenticates requests, and limits each caller to its share. */
export function createCallers(gateway: Gateway, { sessions, shares, addressLimit }: CallersOptions): Callers {
  const authenticator = createAuthenticator(gateway, gateway.clock, gateway.keyUses, addressLimit);
  const byKey = (request: Request) => authenticator(request.headers.get('authorization'), request);
  const welcome = (request: Request, caller: Caller): PromiseOrValue<Caller> => {
    const admission = shares.of(request, caller);
    addNote(request, admission);
    return admission.enter() ?? caller;
  };
  const welcomeByKey = (request: Request): PromiseOrValue<Caller> => {
    const caller = byKey(request);
    return caller instanceof Promise
      ? caller.then((known) => welcome(request, known))
      : welcome(request, caller);
  };
  return {
    authenticateAndCharge: welcomeByKey,
    authenticatePage(request) {
      if (sessions === null || !sessions.carries(request)) return welcomeByKey(request);
      return sessions.of(request).then(({ caller }) => welcome(request, caller));
    },
    authenticateKey: authenticator,
    chargeCost: (request, cost) => noteOf(request, Admission)?.chargeCost(cost),
    has: (request) => noteOf(request, Admission) !== null,
    of: (request) => noteOf(request, Admission)?.caller ?? null,
    leave(request, response) {
      const admission = noteOf(request, Admission);
      if (admission === null) return;
      admission.leave();
      admission.addHeaders(response);
    },
  };
}
