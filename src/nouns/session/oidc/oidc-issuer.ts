import type { Configuration, IDToken } from 'openid-client';
import { type Clock, systemClock } from '../../../kernel/clock.ts';
import { OperationError, refusal } from '../../../kernel/errors.ts';
import { isLine } from '../../../kernel/input/fields.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { createMetadata, type IssuerSettings, library } from './oidc-metadata.ts';
import type { OidcState } from './oidc-state.ts';
import { createTokenResponses } from './token-responses.ts';

/** What proves that a response of the issuer belongs to our request. */
type Proof = Omit<OidcState, 'to'>;

/** A person who has signed in. */
export interface SignedIn {
  readonly claims: IDToken;
  /** The token itself: it tells the issuer which person to sign out. */
  readonly idToken: string;
  /** What the issuer says about the person besides the token; nothing if it has no such endpoint. */
  readonly userInfo: () => Promise<Readonly<Record<string, unknown>>>;
}

/** The longest subject that OpenID Connect allows. A subject names one person for good. */
const SUBJECT_LENGTH_MAX = 255;
const ISSUER_LENGTH_MAX = 2_048;

/** How far the clock of an issuer may be ahead. A token from further in the future is refused. */
const AHEAD_SECONDS_MAX = 300;

/** An issuer of OpenID Connect: authorization code flow with PKCE, state and nonce, and a verified ID token. */
export function createIssuer(settings: IssuerSettings, callback: string, clock: Clock) {
  const responses = createTokenResponses(boundedFetch);
  const metadata = createMetadata(settings, responses.fetch, clock);

  async function tokensOf(query: string, kept: Proof): Promise<SignedIn> {
    const url = new URL(callback + query);
    const grant = (configuration: Configuration) => grantOf(configuration, new URL(url), kept);
    return responses.keeping(url.searchParams.get('code') ?? '', async (hasResponse) => {
      const used = await metadata.latest();
      try {
        return await grant(used);
      } catch (error) {
        if (error instanceof OperationError || !hasResponse()) throw error;
        // The issuer has given tokens that do not match its earlier keys. It may have replaced the keys.
        const newer = await metadata.newerThan(used);
        if (newer === null) throw error;
        return grant(newer);
      }
    });
  }

  return {
    /** The address where the browser signs in, and the proof to keep until it comes back. */
    async begin(): Promise<{ readonly location: string; readonly kept: Proof }> {
      const oidc = await library();
      const kept = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const location = oidc.buildAuthorizationUrl(await metadata.latest(), {
        redirect_uri: callback,
        scope: settings.scope,
        code_challenge: await oidc.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
        state: kept.state,
        nonce: kept.nonce,
      });
      return { location: location.href, kept };
    },

    /** The person who signed in, from the query of the redirect. */
    async signedIn(query: string, kept: Proof): Promise<SignedIn> {
      const person = await tokensOf(query, kept);
      requireUsable(person.claims);
      return person;
    },

    /** The address where the browser signs out at the issuer; null if the issuer has no such page. */
    signOutAddress: async (idToken: string | null, back: string): Promise<string | null> =>
      signOutAddress(await metadata.latest(), idToken, back),
  };
}

const isName = (text: string, lengthMax: number): boolean =>
  text.length > 0 && text.length <= lengthMax && isLine(text);

const noSubject = () => refusal('permission_denied', 'The issuer did not say who signed in.');

/**
 * Throws OperationError if the claims do not identify a person in a form that a row accepts, or if they are from the
 * future.
 */
function requireUsable({ iss, sub, iat }: IDToken): void {
  if (!isName(sub, SUBJECT_LENGTH_MAX) || !isName(iss, ISSUER_LENGTH_MAX)) throw noSubject();
  // The library compares a token with the clock of the machine too, but only refuses a token that is too old.
  if (iat > systemClock().getTime() / 1_000 + AHEAD_SECONDS_MAX)
    throw refusal('session_ended', 'The token of the issuer is from the future; compare the clocks.');
}

async function signOutAddress(
  configuration: Configuration,
  idToken: string | null,
  back: string,
): Promise<string | null> {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  const { buildEndSessionUrl } = await library();
  return buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: back,
    ...(idToken !== null && { id_token_hint: idToken }),
  }).href;
}

/** Sends the code of the redirect, and checks the tokens for it. */
async function grantOf(configuration: Configuration, url: URL, kept: Proof): Promise<SignedIn> {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const tokens = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: kept.verifier,
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw noSubject();
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  return {
    claims,
    idToken: tokens.id_token ?? '',
    userInfo: async () => (hasUserInfo ? fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}),
  };
}
