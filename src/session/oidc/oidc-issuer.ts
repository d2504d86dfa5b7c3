import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import { type Clock, steadyMs } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { once } from '../../kernel/once.ts';
import { takesSecureCookies } from '../cookie.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { OidcState } from './oidc-state.ts';

/** What shows that an answer of the issuer is to a question of ours. */
type Proof = Omit<OidcState, 'to'>;

export interface IssuerSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The time limit of each request to the issuer. */
const ISSUER_TIMEOUT_SECONDS = 10;

/** The metadata is read again after this time, as keys are: an issuer may move its endpoints at any time. */
const METADATA_MS = 5 * 60_000;

/** A subject by the rules of OpenID Connect, which names one person for good. */
const SUBJECT = /^[^\p{Cc}]{1,255}$/u;

/** The library is loaded when the first person signs in this way. */
const library = () => import('openid-client');

/** An issuer of OpenID Connect: authorization code flow with PKCE, state and nonce, and a verified ID token. */
export function createIssuer(settings: IssuerSettings, callback: string, clock: Clock) {
  const issuer = createMetadata(settings, clock);

  return {
    /** Where the browser signs in, and what has to be kept until it comes back. */
    async begin(): Promise<{ readonly location: string; readonly kept: Proof }> {
      const oidc = await library();
      const kept = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const location = oidc.buildAuthorizationUrl(await issuer(), {
        redirect_uri: callback,
        scope: 'openid profile email',
        code_challenge: await oidc.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
        state: kept.state,
        nonce: kept.nonce,
      });
      return { location: location.href, kept };
    },

    /** The claims of the person who signed in, from the query of the redirect. */
    async claimsOf(query: string, kept: Proof): Promise<IDToken> {
      const { authorizationCodeGrant } = await library();
      const tokens = await authorizationCodeGrant(await issuer(), new URL(callback + query), {
        pkceCodeVerifier: kept.verifier,
        expectedState: kept.state,
        expectedNonce: kept.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || !SUBJECT.test(claims.sub))
        throw refusal('permission_denied', 'The issuer did not say who signed in.');
      return claims;
    },
  };
}

/** The metadata of the issuer, which is read again after a while. */
function createMetadata(settings: IssuerSettings, clock: Clock): () => Promise<Configuration> {
  const elapsedMs = steadyMs(clock);
  const reading = () => ({ metadata: once(() => discover(settings).catch(unavailable)), atMs: elapsedMs() });
  let latest = reading();
  return () => {
    if (elapsedMs() - latest.atMs >= METADATA_MS) latest = reading();
    return latest.metadata();
  };
}

function unavailable(cause: unknown): never {
  throw refusal('service_unavailable', 'The issuer of OpenID Connect does not answer.', {
    cause,
    retryAfterSeconds: ISSUER_TIMEOUT_SECONDS,
  });
}

async function discover({ issuer, clientId, clientSecret }: IssuerSettings): Promise<Configuration> {
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    ClientSecretPost,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
  } = await library();
  const [inBody, asPassword] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  // An issuer need not take the secret in the body, and then need not say so; each one takes it as a password.
  const authenticate: ClientAuth = (metadata, ...request) =>
    (metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
      ? inBody
      : asPassword)(metadata, ...request);
  const url = new URL(issuer);
  // Without TLS only on the machine itself.
  const insecure = url.protocol === 'http:' && takesSecureCookies(issuer) ? [allowInsecureRequests] : [];
  return discovery(url, clientId, clientSecret, authenticate, {
    execute: [...insecure, enableNonRepudiationChecks],
    timeout: ISSUER_TIMEOUT_SECONDS,
    [customFetch]: boundedFetch,
  });
}
