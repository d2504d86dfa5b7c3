import type { AddressLimit } from '../../pipeline/limits/address-limit.ts';
import { mediaTypeOf } from '../../engine/http/media-type.ts';
import type { Caller } from '../../kernel/caller.ts';
import { execute } from '../../pipeline/execute.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { createCookie } from './cookie.ts';
import { noteUse, type OpenSession, sessionEnded } from './find-session.ts';
import { isFromOwnPage } from './own-page.ts';
import { createSessionFinder } from './session-finder.ts';
import { endSession, openSession } from './session.operations.ts';
import { isUnattended } from './unattended.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of the console, which a cookie carries. */
export function createSessions(gateway: Gateway, addressLimit: AddressLimit) {
  const { publicUrl } = gateway;
  const find = createSessionFinder(gateway, addressLimit);
  const cookie = createCookie('fundgate', publicUrl, { sameSite: 'Strict', maxAgeSeconds: null });

  return {
    /**
     * The session of a request; this counts as use by a person. Throws `session_ended` if there is no session, or if
     * the page itself did not send the request.
     */
    async of(request: Request): Promise<OpenSession> {
      const token = isFromOwnPage(request, publicUrl) ? cookie.read(request) : null;
      if (token === null) throw sessionEnded();
      const found = await find(token, request);
      if (!isUnattended(request)) await noteUse(gateway, found);
      return found;
    },

    /**
     * The session behind a link. A link carries no header, so the link itself must show that the page made it for this
     * session.
     */
    async behindLink(request: Request): Promise<OpenSession> {
      const token = cookie.read(request);
      if (token === null) throw sessionEnded();
      return find(token, request);
    },

    /**
     * Whether a GraphQL request acts by a session: it has no key, comes from the page, and is JSON, which forms cannot
     * send.
     */
    carries(request: Request): boolean {
      const { headers } = request;
      if (headers.has('authorization') || mediaTypeOf(headers) !== 'application/json') return false;
      return isFromOwnPage(request, publicUrl);
    },

    /** Begins a session. Returns the `Set-Cookie` header and the latest end of the session. */
    async begin(caller: Caller, requestId: string) {
      const { view } = await execute(gateway, openSession, { caller, requestId, ids: {}, input: {} });
      return { setCookie: cookie.keep(view.token), expires_at: view.expires_at };
    },

    /** Ends the session of a request. Returns the `Set-Cookie` header that removes it. */
    async end(request: Request, requestId: string): Promise<string> {
      const token = cookie.read(request);
      const { caller } = await this.of(request);
      if (token !== null)
        await execute(gateway, endSession, { caller, requestId, ids: {}, input: { token } });
      return cookie.remove;
    },
  };
}
