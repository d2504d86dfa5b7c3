import { EMAIL_LENGTH_MAX, textField } from '../../kernel/input/fields.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import { execute } from '../../pipeline/execute.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { createIssuer, type IssuerSettings } from './oidc-issuer.ts';
import { type OidcRule, scopesByClaims } from './oidc-rules.ts';
import { oidcIssuer, signInByOidc } from './oidc-sign-in.operations.ts';
import { createOidcState, type OidcState } from './oidc-state.ts';
import { returnPath } from './return-path.ts';
import type { Sessions } from '../sessions.ts';

interface OidcSettings extends IssuerSettings {
  readonly operators: readonly OidcRule[];
}

interface Redirect {
  readonly location: string;
  readonly setCookies: readonly string[];
}

export type Oidc = ReturnType<typeof createOidc>;

const NAME_LENGTH_MAX = 255;

/** Why there is no session; the page says what to do next. */
type Reason = 'not-permitted' | 'failed' | 'unavailable';

function pageAddress(publicUrl: string, to: string, reason: Reason | null): string {
  const page = new URL(to, publicUrl);
  if (reason !== null) page.searchParams.set('refused', reason);
  return page.href;
}

/**
 * Name and e-mail address of a person as an operator may have them. The issuer has rules of its own, and a text that
 * breaks ours keeps no one out: the name is made to fit, and the address left out.
 */
function personOf({ name, email }: Readonly<Record<string, unknown>>) {
  const line =
    typeof name === 'string'
      ? name
          .toWellFormed()
          .replaceAll(/\p{Cc}+/gu, ' ')
          .trim()
      : '';
  const fitting = [...line].slice(0, NAME_LENGTH_MAX).join('');
  return {
    name: textField(1, NAME_LENGTH_MAX).safeParse(fitting).data ?? 'Operator',
    email: textField(1, EMAIL_LENGTH_MAX).safeParse(email).data ?? null,
  };
}

/** The query as it was sent, with its question mark. */
function queryOf({ url }: Request): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}

/** Whether the cookie is of another sign-in than the redirect: of a later one in another tab, which still needs it. */
const isOfAnother = (request: Request, kept: OidcState | null): boolean =>
  kept !== null && new URLSearchParams(queryOf(request)).get('state') !== kept.state;

/** Signing in to the console by OpenID Connect, which makes or finds the operator. */
export function createOidc(
  gateway: Gateway,
  sessions: Sessions,
  settings: OidcSettings,
  logFailure: (error: unknown, requestId: string) => void,
) {
  const { publicUrl } = gateway;
  const state = createOidcState(gateway);
  const issuer = createIssuer(settings, `${publicUrl}/console/oidc/callback`, gateway.clock);

  const addressOf = (to: string, reason: Reason | null) => pageAddress(publicUrl, to, reason);

  async function signIn(request: Request, requestId: string, kept: OidcState): Promise<string> {
    const claims = await issuer.claimsOf(queryOf(request), kept);
    const scopes = scopesByClaims(settings.operators, claims);
    const input = { subject: `${claims.iss} ${claims.sub}`, ...personOf(claims), scopes };
    const { view } = await execute(gateway, signInByOidc, { caller: oidcIssuer, requestId, ids: {}, input });
    if (view === null)
      throw refusal(
        'permission_denied',
        'Your account may not read here; ask the person who runs the gateway.',
      );
    const caller = { ...oidcIssuer, scopes: new Set(scopes), operatorId: view.operator_id };
    return (await sessions.begin(caller, requestId)).setCookie;
  }

  /** The address of the page, with the reason. The cause is only logged. */
  function refused(to: string, reason: Reason, error: unknown, requestId: string): string {
    const known = error instanceof OperationError ? error : null;
    if (known?.isFailure !== false) logFailure(known?.cause ?? error, requestId);
    return addressOf(to, known?.code === 'permission_denied' ? 'not-permitted' : reason);
  }

  return {
    /** Sends the browser to the issuer, or back to the page where the issuer does not answer. */
    async begin(request: Request, requestId: string): Promise<Redirect> {
      const to = returnPath(new URLSearchParams(queryOf(request)).get('to'), publicUrl);
      try {
        const { location, kept } = await issuer.begin();
        return { location, setCookies: [state.keep({ ...kept, to })] };
      } catch (error) {
        return { location: refused(to, 'unavailable', error, requestId), setCookies: [] };
      }
    },

    /** Handles the redirect back from the issuer: begins a session, or says why there is none. */
    async finish(request: Request, requestId: string): Promise<Redirect> {
      const kept = state.read(request);
      const to = returnPath(kept?.to ?? null, publicUrl);
      try {
        if (kept === null) throw refusal('session_ended', 'The sign-in took too long; begin it again.');
        const setCookie = await signIn(request, requestId, kept);
        return { location: addressOf(to, null), setCookies: [setCookie, state.remove] };
      } catch (error) {
        const setCookies = isOfAnother(request, kept) ? [] : [state.remove];
        return { location: refused(to, 'failed', error, requestId), setCookies };
      }
    },
  };
}
