import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export const CLIENT = { id: 'fundgate', secret: 'secret-of-the-gateway' };

const ACCESS_TOKEN = 'token-for-the-user-info';

/** Of all issuers of the process, in the order in which each uses them: a pair takes a tenth of a second. */
const pairs: ReturnType<typeof newPair>[] = [];
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pairAt = (place: number) => (pairs[place] ??= newPair());

export type Issuer = Awaited<ReturnType<typeof openIssuer>>;

interface Granted {
  readonly nonce: string;
  readonly challenge: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * A small OpenID Connect issuer, which signs in everybody as the person that the test names. It takes the secret of the
 * client in one way alone; the way that every issuer has is the one that its metadata need not name.
 */
export async function openIssuer(takes: 'client_secret_post' | 'client_secret_basic' = 'client_secret_post') {
  let rotations = 0;
  let keys = { ...pairAt(rotations), kid: 'first' };
  /** The part of the path that all addresses have, which `moves` changes. */
  let place = '';
  let padded: string | null = null;
  let signsOut = false;
  let told: Readonly<Record<string, unknown>> | null = null;
  let userInfoRequests = 0;
  let tokenRequests = 0;
  const granted = new Map<string, Granted>();
  const asks: string[] = [];
  let person: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const isMetadata = url.pathname.startsWith('/.well-known/');
    const part = url.pathname.slice(isMetadata ? 0 : place.length);
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...body, ...(part === padded && { padding: 'x'.repeat(2 ** 21) }) }));
    if (!isMetadata && !url.pathname.startsWith(place)) return send(404, {});
    if (part === '/.well-known/openid-configuration')
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}${place}/authorize`,
        token_endpoint: `${issuer}${place}/token`,
        jwks_uri: `${issuer}${place}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        ...(told !== null && { userinfo_endpoint: `${issuer}${place}/userinfo` }),
        ...(signsOut && { end_session_endpoint: `${issuer}${place}/logout` }),
        ...(takes === 'client_secret_post' && { token_endpoint_auth_methods_supported: [takes] }),
      });
    if (part === '/jwks')
      return send(200, {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: keys.kid, alg: 'RS256', use: 'sig' }],
      });
    if (part === '/userinfo') {
      userInfoRequests += 1;
      return request.headers.authorization === `Bearer ${ACCESS_TOKEN}`
        ? send(200, told ?? {})
        : send(401, {});
    }
    if (part === '/authorize') {
      asks.push(url.searchParams.get('scope') ?? '');
      const code = `code-${granted.size}`;
      const asked = (name: string) => url.searchParams.get(name) ?? '';
      granted.set(code, { nonce: asked('nonce'), challenge: asked('code_challenge'), claims: person });
      const back = new URL(asked('redirect_uri'));
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked('state'));
      return response.writeHead(302, { location: back.href }).end();
    }
    return void token(request).then(
      (body) => send(200, body),
      () => send(400, { error: 'invalid_grant' }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;

  async function token(request: IncomingMessage): Promise<object> {
    tokenRequests += 1;
    const form = new URLSearchParams(Buffer.concat(await Array.fromAsync(request)).toString());
    if (!knowsSecret(request, form)) throw new Error('The client is not known.');
    const code = form.get('code') ?? '';
    const grant = granted.get(code);
    granted.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || grant.challenge !== challenge) throw new Error('The grant is not valid.');
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: grant.nonce };
    const id_token = sign({ ...claims, ...grant.claims });
    return { access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 300, id_token };
  }

  function knowsSecret({ headers }: IncomingMessage, form: URLSearchParams): boolean {
    // Id and secret come encoded as in a form.
    const password = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
    return takes === 'client_secret_basic'
      ? decodeURIComponent(password) === `${CLIENT.id}:${CLIENT.secret}` && !form.has('client_secret')
      : headers.authorization === undefined && form.get('client_secret') === CLIENT.secret;
  }

  function sign(claims: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', kid: keys.kid })}.${part(claims)}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(keys.privateKey, 'base64url')}`;
  }

  return {
    issuer,
    signsIn(claims: Readonly<Record<string, unknown>>) {
      person = claims;
    },
    /** Its UserInfo endpoint says this about everybody. Its metadata name the endpoint from then on. */
    tells(claims: Readonly<Record<string, unknown>>) {
      told = claims;
    },
    /** How often its UserInfo endpoint was asked. */
    userInfoRequests: () => userInfoRequests,
    /** Its endpoints get other addresses, and the old ones answer no more. */
    moves(to: string) {
      place = to;
    },
    /** It signs with another key, and forgets the one before. */
    rotatesKeys(kid = 'second') {
      rotations += 1;
      keys = { ...pairAt(rotations), kid };
    },
    /** Its metadata name a page to sign out. */
    hasSignOut() {
      signsOut = true;
    },
    /** The scopes that it was asked for, one text for each sign-in. */
    asks,
    /** How often its tokens were asked for. */
    tokenRequests: () => tokenRequests,
    /** The answers of one path get far more bytes than they need; null for none. */
    pads(path: string | null) {
      padded = path;
    },
    close: () => server.close(),
  };
}
