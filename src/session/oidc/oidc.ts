import { EMAIL_LENGTH_MAX, textField } from '../../kernel/input/fields.ts';
import { OperationError, refusal } from '../../kernel/errors.ts';
import { execute } from '../../pipeline/execute.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { createIssuer, type IssuerSettings } from './oidc-issuer.ts';
import { type OidcRule, scopesByClaims } from './oidc-rules.ts';
import { oidcIssuer, signInByOidc } from './oidc-sign-in.operations.ts';
import { createOidcState } from './oidc-state.ts';
import { openSession } from '../session.operations.ts';
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

/** Signing in to the console by OpenID Connect, which makes or finds the operator. */
export function createOidc(
  gateway: Gateway,
  sessions: Sessions,
  settings: OidcSettings,
  logFailure: (error: unknown, requestId: string) => void,
) {
  const { publicUrl } = gateway;
  const state = createOidcState(gateway);
  const issuer = createIssuer(settings, `${publicUrl}/console/oidc/callback`);

  async function signIn(request: Request, requestId: string): Promise<string> {
    const kept = state.read(request);
    if (kept === null) throw refusal('session_ended', 'The sign-in took too long; begin it again.');
    const query = request.url.slice(request.url.indexOf('?'));
    const claims = await issuer.claimsOf(query, kept);
    const scopes = scopesByClaims(settings.operators, claims);
    // Before anything is written: who cannot sign in leaves no operator.
    if (!scopes.includes(openSession.scope))
      throw refusal(
        'permission_denied',
        'Your account may not read here; ask the person who runs the gateway.',
      );
    const input = { subject: `${claims.iss} ${claims.sub}`, ...personOf(claims), scopes };
    const { view } = await execute(gateway, signInByOidc, { caller: oidcIssuer, requestId, ids: {}, input });
    const caller = { ...oidcIssuer, scopes: new Set(scopes), operatorId: view.operator_id };
    return (await sessions.begin(caller, requestId)).setCookie;
  }

  return {
    /** Sends the browser to the issuer. */
    async begin(): Promise<Redirect> {
      const { location, kept } = await issuer.begin();
      return { location, setCookies: [state.keep(kept)] };
    },

    /** Handles the redirect back from the issuer: begins a session, or says why there is none. */
    async finish(request: Request, requestId: string): Promise<Redirect> {
      try {
        const setCookie = await signIn(request, requestId);
        return { location: `${publicUrl}/console`, setCookies: [setCookie, state.remove] };
      } catch (error) {
        // The person needs to know what to do next. The cause is only logged.
        const isRefused = error instanceof OperationError && error.code === 'permission_denied';
        if (!(error instanceof OperationError)) logFailure(error, requestId);
        const reason = isRefused ? 'not-permitted' : 'failed';
        return { location: `${publicUrl}/console?refused=${reason}`, setCookies: [state.remove] };
      }
    },
  };
}
