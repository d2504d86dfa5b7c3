import { Response as PlainResponse } from '@whatwg-node/fetch';
import { z } from 'zod';
import type { Authenticate } from '../../nouns/api-key/authenticate/authenticate.ts';
import type { ClientAddress } from '../../engine/http/client-address.ts';
import { createWrongKeys } from '../../pipeline/limits/wrong-keys.ts';
import { readJson } from '../../engine/http/body/read-json.ts';
import type { Caller } from '../../kernel/caller.ts';
import { catalogue } from '../../kernel/error-catalogue.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import { masked } from '../../kernel/masked-error.ts';
import { once } from '../../engine/async/once.ts';
import type { Gateway, LiveProcesses } from '../../pipeline/gateway.ts';
import type { createExports } from '../export/exports.ts';
import { type Asset, replyAsset, replyPage } from '../../pipeline/rest-kit/asset.ts';
import { type Reply, replyError, replyJson } from '../../pipeline/rest-kit/reply.ts';
import { isFromOwnPage } from '../../nouns/session/own-page.ts';
import { sessionEnded } from '../../nouns/session/find-session.ts';
import type { Oidc } from '../../nouns/session/oidc/oidc.ts';
import type { Sessions } from '../../nouns/session/sessions.ts';
import { pageAssets } from './assets.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { type MagicAmount, shellOf } from './shell.ts';

/** Wrong keys of one address in a minute. A person mistypes once or twice; a program that guesses gets nowhere. */
const WRONG_KEYS_MAX = 5;

/**
 * GraphiQL for signed-in people. It is made outside of the console, because the console does not import the GraphQL
 * API.
 */
interface GraphiqlPage {
  readonly html: string;
  readonly policy: string;
  find(name: string): Asset | undefined;
}

interface ConsoleOptions {
  readonly gateway: Gateway;
  readonly sessions: Sessions;
  /** The caller of an `Authorization` header. */
  readonly authenticate: Authenticate;
  readonly clientAddress: ClientAddress;
  /** The processes that divide the limit of wrong keys. */
  readonly processes: LiveProcesses;
  readonly graphiql: (base: string, kind: { readonly sandbox: boolean }) => Promise<GraphiqlPage>;
  /** Null if OpenID Connect is not configured. */
  readonly oidc: Oidc | null;
  /** Lists as files. */
  readonly exports: ReturnType<typeof createExports>;
  /** Shown in a sandbox. */
  readonly magicAmounts: readonly MagicAmount[];
  readonly logFailure: (error: unknown, requestId: string) => void;
}

interface ConsoleCall {
  readonly request: Request;
  readonly requestId: string;
}

type Handler = (call: ConsoleCall) => Promise<Reply>;

const PREFIX = '/console';
const ASSETS = `${PREFIX}/assets/`;
const EXPORTS = `${PREFIX}/exports`;
/** How the names of the files of GraphiQL begin. */
const GRAPHIQL = 'graphiql';

export const isConsolePath = (pathname: string): boolean =>
  pathname === PREFIX || pathname.startsWith(`${PREFIX}/`);

/**
 * The page of the operators: its shell, its files, signing in and out, and lists as files. Everything else that the
 * page does goes through GraphQL.
 */
export function createConsoleHandler(options: ConsoleOptions) {
  const { gateway, oidc, exports, logFailure, magicAmounts } = options;
  const base = new URL(gateway.publicUrl).pathname.replace(/\/$/, '');
  const graphiql = once(() => options.graphiql(base, gateway.policy));
  const session = sessionHandlers(options);

  const { sandbox } = gateway.policy;
  const shell: Handler = async () =>
    replyPage(shellOf(await pageAssets(), { base, oidc: oidc !== null, sandbox, magicAmounts }));

  const editor: Handler = async () => {
    const { html, policy } = await graphiql();
    return replyPage(html, { 'Content-Security-Policy': policy });
  };

  const asset =
    (name: string): Handler =>
    async ({ request }) => {
      const files = await (name.startsWith(GRAPHIQL) ? graphiql() : pageAssets());
      const found = await files.find(name);
      if (found === undefined) throw refusal('route_unknown', 'There is no such path.');
      return replyAsset(found, request);
    };

  function handlersOf(pathname: string): Readonly<Record<string, Handler>> {
    if (pathname.startsWith(ASSETS)) return { GET: asset(pathname.slice(ASSETS.length)) };
    if (pathname === `${PREFIX}/session`) return session;
    if (pathname === EXPORTS) return { POST: exports.link };
    if (pathname.startsWith(`${EXPORTS}/`))
      return { GET: (call) => exports.file(pathname.slice(EXPORTS.length + 1), call) };
    if (pathname === `${PREFIX}/graphiql`) return { GET: editor };
    if (pathname === `${PREFIX}/oidc` && oidc !== null)
      return { GET: async ({ request, requestId }) => redirect(await oidc.begin(request, requestId)) };
    if (pathname === `${PREFIX}/oidc/callback` && oidc !== null)
      return { GET: async ({ request, requestId }) => redirect(await oidc.finish(request, requestId)) };
    return { GET: shell };
  }

  return async (call: ConsoleCall & { readonly pathname: string }): Promise<Reply> => {
    const reply = await handle(handlersOf(call.pathname), call).catch((error: unknown) => {
      const failure = masked(error);
      if (failure.isFailure) logFailure(failure.cause ?? failure, call.requestId);
      return replyError(failure, { requestId: call.requestId, publicUrl: gateway.publicUrl });
    });
    return { ...reply, headers: { ...SECURITY_HEADERS, ...reply.headers } };
  };
}

export type ConsoleHandler = ReturnType<typeof createConsoleHandler>;

async function handle(handlers: Readonly<Record<string, Handler>>, call: ConsoleCall): Promise<Reply> {
  const { method } = call.request;
  const found = handlers[method === 'HEAD' ? 'GET' : method];
  if (found !== undefined) return found(call);
  const allowed = Object.keys(handlers).flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
  throw refusal('method_not_allowed', 'The path does not have this method; see the Allow header.', {
    headers: { Allow: allowed.toSorted().join(', ') },
  });
}

const SignIn = z.strictObject({ api_key: z.string() });

/** The key that a request to sign in brings. */
async function keyIn(request: Request): Promise<string> {
  const body = SignIn.safeParse(await readJson(request));
  if (body.success) return body.data.api_key;
  throw refusal('parameter_missing', 'must be a text, and the only member', { path: ['api_key'] });
}

/** `POST`, `GET` and `DELETE /console/session`: sign in with a key, show the session, sign out. */
function sessionHandlers({
  gateway,
  sessions,
  authenticate,
  clientAddress,
  processes,
  oidc,
}: ConsoleOptions): Readonly<Record<string, Handler>> {
  const wrongKeys = createWrongKeys(WRONG_KEYS_MAX, { ...gateway, processes });

  async function callerOf(request: Request): Promise<Caller> {
    const address = clientAddress(request) ?? '';
    wrongKeys.requireFew(address);
    try {
      const caller = await authenticate(`Bearer ${await keyIn(request)}`);
      if (caller.role === 'operator') return caller;
      throw refusal(
        'permission_denied',
        'This is the key of a partner; the console needs the key of an operator.',
      );
    } catch (error) {
      if (error instanceof OperationError && catalogue[error.code].status < 500) {
        // Others may have been wrong while this one was looked up.
        wrongKeys.requireFew(address);
        wrongKeys.note(address);
      }
      throw error;
    }
  }

  return {
    async POST({ request, requestId }) {
      if (!isFromOwnPage(request, gateway.publicUrl)) throw sessionEnded();
      const caller = await callerOf(request);
      const { setCookie, expires_at } = await sessions.begin(caller, requestId);
      const cookies = [setCookie, ...(oidc === null ? [] : [oidc.removal])];
      return replyJson({ expires_at }, { 'Set-Cookie': cookies.join('\n') });
    },
    async GET({ request }) {
      const { expires_at } = await sessions.of(request);
      return replyJson({ expires_at });
    },
    async DELETE({ request, requestId }) {
      const cookies = [await sessions.end(request, requestId), ...(oidc === null ? [] : [oidc.removal])];
      const issuer_sign_out_url = (await oidc?.signOutAddress(request, requestId)) ?? null;
      return replyJson({ issuer_sign_out_url }, { 'Set-Cookie': cookies.join('\n') });
    },
  };
}

/** A redirect, with the cookies that go with it. */
function redirect({ location, setCookies }: { location: string; setCookies: readonly string[] }): Reply {
  return {
    status: 302,
    headers: { Location: location, ...(setCookies.length > 0 && { 'Set-Cookie': setCookies.join('\n') }) },
    body: null,
  };
}

/** The response of a reply. Several cookies are several headers. */
export function consoleResponse(request: Request, { status, headers, body }: Reply): Response {
  const { 'Set-Cookie': cookies, ...others } = headers;
  const sent = new Headers(others);
  for (const each of cookies?.split('\n') ?? []) sent.append('Set-Cookie', each);
  return new PlainResponse(request.method === 'HEAD' ? null : body, { status, headers: sent });
}
