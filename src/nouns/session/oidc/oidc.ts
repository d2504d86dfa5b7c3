import type { IDToken } from 'openid-client';
import type { Caller } from '../../../kernel/caller.ts';
import type { Logger } from '../../../engine/log/log.ts';
import type { AddressLimit } from '../../../pipeline/limits/address-limit.ts';
import { EMAIL_LENGTH_MAX, textField } from '../../../kernel/input/fields.ts';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import { execute } from '../../../pipeline/execute.ts';
import type { Gateway } from '../../../pipeline/gateway.ts';
import { createIssuerSession } from './issuer-session.ts';
import { createIssuer, type SignedIn } from './oidc-issuer.ts';
import type { IssuerSettings } from './oidc-metadata.ts';
import { type OidcRule, type OidcRules, type Verdict, verdictOf } from './oidc-rules.ts';
import { oidcIssuer, signInByOidc } from './oidc-sign-in.operations.ts';
import { createOidcState, type OidcState } from './oidc-state.ts';
import { NotPermitted, noteRefused, type Reason } from './refused-sign-in.ts';
import { returnPath } from './return-path.ts';
import type { Sessions } from '../sessions.ts';

export interface OidcSettings extends IssuerSettings {
  readonly operators: readonly OidcRule[];
  readonly isEmailVerified: boolean;
}

interface OidcOptions extends OidcSettings {
  readonly addressLimit: AddressLimit;
  readonly log: Logger;
}

interface Redirect {
  readonly location: string;
  readonly setCookies: readonly string[];
}

export type Oidc = ReturnType<typeof createOidc>;

const NAME_LENGTH_MAX = 255;

function pageAddress(publicUrl: string, to: string, reason: Reason | null): string {
  const page = new URL(to, publicUrl);
  if (reason !== null) page.searchParams.set('refused', reason);
  return page.href;
}

/**
 * The name and e-mail address of a person in a form that an operator accepts. The issuer has its own rules, and a text
 * that breaks ours must not keep a person out. So the name is shortened or replaced, and the address left out.
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

/** Whether the cookie belongs to a later sign-in in another tab. That sign-in still needs it. */
const isOfAnother = (request: Request, kept: OidcState | null): boolean =>
  kept !== null && new URLSearchParams(queryOf(request)).get('state') !== kept.state;

/** Signs people in to the console by OpenID Connect; creates or finds the operator. */
export function createOidc(gateway: Gateway, sessions: Sessions, options: OidcOptions) {
  const { publicUrl } = gateway;
  const { addressLimit, log } = options;
  const state = createOidcState(gateway);
  const issuerSession = createIssuerSession(gateway);
  const issuer = createIssuer(options, `${publicUrl}/console/oidc/callback`, gateway.clock);

  return {
    /** Sends the browser to the issuer, or back to the page if the issuer does not respond. */
    async begin(request: Request, requestId: string): Promise<Redirect> {
      const to = returnPath(new URLSearchParams(queryOf(request)).get('to'), publicUrl);
      try {
        const { location, kept } = await issuer.begin();
        return { location, setCookies: [state.keep({ ...kept, to })] };
      } catch (error) {
        const reason = noteRefused(log, error, 'unavailable', requestId);
        return { location: pageAddress(publicUrl, to, reason), setCookies: [] };
      }
    },

    /** Handles the redirect back from the issuer: begins a session, or says why there is none. */
    async finish(request: Request, requestId: string): Promise<Redirect> {
      const kept = state.read(request);
      const to = returnPath(kept?.to ?? null, publicUrl);
      try {
        addressLimit.require(request);
        if (kept === null) throw refusal('session_ended', 'The sign-in took too long; begin it again.');
        const person = await issuer.signedIn(queryOf(request), kept);
        const { claims, verdict } = await claimsAndVerdict(person, { ...options, rules: options.operators });
        const caller = await callerOf(gateway, claims, verdict, requestId);
        const { setCookie } = await sessions.begin(caller, requestId);
        const setCookies = [setCookie, issuerSession.keep(person.idToken)];
        return { location: pageAddress(publicUrl, to, null), setCookies: [...setCookies, state.remove] };
      } catch (error) {
        if (!isOfGateway(error)) addressLimit.note(request);
        const setCookies = isOfAnother(request, kept) ? [] : [state.remove];
        return {
          location: pageAddress(publicUrl, to, noteRefused(log, error, 'failed', requestId)),
          setCookies,
        };
      }
    },

    /** Removes the issuer's cookie after a sign-in in another way, because the issuer does not know that person. */
    removal: issuerSession.remove,

    /**
     * The address where the browser signs out at the issuer after its session has ended here; null if that is not
     * needed.
     */
    async signOutAddress(request: Request, requestId: string): Promise<string | null> {
      const idToken = issuerSession.read(request);
      if (idToken === undefined) return null;
      return issuer.signOutAddress(idToken, `${publicUrl}/console`).catch((error: unknown) => {
        noteRefused(log, error, 'unavailable', requestId);
        return null;
      });
    },
  };
}

/**
 * All that the issuer says about a person, and the verdict on it. OpenID Connect lets an issuer keep what the scopes ask
 * for out of the token. Then each claim of a rule is absent, and the issuer is asked for it.
 */
async function claimsAndVerdict({ claims, userInfo }: SignedIn, rules: OidcRules) {
  const verdict = verdictOf(rules, claims);
  if (!verdict.fits.every(({ fit }) => fit === 'absent')) return { claims, verdict };
  const all = { ...(await userInfo()), ...claims };
  return { claims: all, verdict: verdictOf(rules, all) };
}

/** Whether an error says nothing about the person: the gateway failed, or has counted the address already. */
const isOfGateway = (error: unknown): boolean =>
  error instanceof OperationError && (error.isFailure || error.code === 'rate_limited');

/** The operator that the claims create or find, as the caller of its session. Throws NotPermitted. */
async function callerOf(
  gateway: Gateway,
  claims: Readonly<Record<string, unknown>> & Pick<IDToken, 'iss' | 'sub'>,
  verdict: Verdict,
  requestId: string,
): Promise<Caller> {
  const input = {
    subject: `${claims.iss} ${claims.sub}`,
    ...personOf(claims),
    scopes: verdict.scopes,
    is_partial: verdict.isPartial,
  };
  const { view } = await execute(gateway, signInByOidc, { caller: oidcIssuer, requestId, ids: {}, input });
  if (view === null) throw new NotPermitted(verdict);
  return { ...oidcIssuer, scopes: new Set(view.scopes), operatorId: view.operator_id };
}
