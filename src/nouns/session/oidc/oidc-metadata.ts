import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { type Clock, steadyMs } from '../../../kernel/clock.ts';
import { refusal } from '../../../kernel/errors.ts';
import { once } from '../../../engine/async/once.ts';
import { takesSecureCookies } from '../cookie.ts';

export interface IssuerSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The requested scopes, separated by spaces. */
  readonly scope: string;
}

/** The time limit of each request to the issuer. */
const ISSUER_TIMEOUT_SECONDS = 10;

/** The metadata and the keys are read again after this time, because an issuer may move its endpoints at any time. */
const METADATA_MS = 5 * 60_000;

/** The least time between two extra fetches of metadata and keys, however many tokens do not match the keys. */
const RENEWAL_MS = 10_000;

/** The library is loaded at the first sign-in by OpenID Connect. */
export const library = () => import('openid-client');

/** The metadata and the keys of the issuer. */
interface IssuerMetadata {
  /** The present metadata, which is read again after a while. */
  latest(): Promise<Configuration>;
  /** Newer metadata than `used`, because the issuer may have replaced its keys. Null if it was fetched a moment ago. */
  newerThan(used: Configuration): Promise<Configuration | null>;
}

export function createMetadata(settings: IssuerSettings, fetch: CustomFetch, clock: Clock): IssuerMetadata {
  const elapsedMs = steadyMs(clock);
  const reading = () => ({
    metadata: once(() => discover(settings, fetch).catch(unavailable)),
    atMs: elapsedMs(),
  });
  let read = reading();
  let renewedAtMs = -RENEWAL_MS;

  function latest(): Promise<Configuration> {
    if (elapsedMs() - read.atMs >= METADATA_MS) read = reading();
    return read.metadata();
  }

  return {
    latest,
    async newerThan(used) {
      const present = await latest();
      // Another sign-in has fetched it since.
      if (present !== used) return present;
      if (elapsedMs() - renewedAtMs < RENEWAL_MS) return null;
      renewedAtMs = elapsedMs();
      read = reading();
      return read.metadata();
    },
  };
}

function unavailable(cause: unknown): never {
  throw refusal('service_unavailable', 'The issuer of OpenID Connect does not respond.', {
    cause,
    retryAfterSeconds: ISSUER_TIMEOUT_SECONDS,
  });
}

async function discover(
  { issuer, clientId, clientSecret }: IssuerSettings,
  fetch: CustomFetch,
): Promise<Configuration> {
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    ClientSecretPost,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
  } = await library();
  const [inBody, asPassword] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  // An issuer need not accept the secret in the body. Unless it says that it does, the secret is sent as a password,
  // which every issuer accepts.
  const authenticate: ClientAuth = (metadata, ...request) =>
    (metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
      ? inBody
      : asPassword)(metadata, ...request);
  const url = new URL(issuer);
  // Without TLS only on the same machine.
  const insecure = url.protocol === 'http:' && takesSecureCookies(issuer) ? [allowInsecureRequests] : [];
  return discovery(url, clientId, clientSecret, authenticate, {
    execute: [...insecure, enableNonRepudiationChecks],
    timeout: ISSUER_TIMEOUT_SECONDS,
    [customFetch]: fetch,
  });
}
