import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { byOwner } from '../../../src/engine/turns/by-owner.ts';
import { world } from '../../../src/kernel/world.ts';
import type { Faults } from './faults.ts';

export const ISSUER = 'https://issuer.example';
export const CLIENT = { id: 'fundgate', secret: 'secret-of-the-gateway' };
/** The group whose members may sign in, and what they may do. */
export const RULES = 'groups=staff:read';

const WAY_MS = 30;
/** Milliseconds of a late answer. The gateway gives up after ten seconds. */
const LATE_MS = 12_000;

/** Keys to sign with, one after another, and one that no issuer publishes. All worlds have them; each is made for the first. */
const KEYS = ['first', 'second', 'third'] as const;
const FOREIGN = 'foreign';
const keyOf = byOwner((kid) => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) }));

interface Granted {
  readonly nonce: string;
  readonly challenge: string;
  readonly groups: readonly string[];
}

/** How a token can be wrong. */
const LIES = ['nonce', 'audience', 'age', 'key', 'issuer'] as const;

/** An issuer of OpenID Connect: it fails, is late, gives tokens that no gateway may take, and changes its keys. */
export class Issuer {
  readonly #faults: Faults;
  readonly #timeMs: () => number;
  readonly #tell: (line: string) => void;
  readonly #granted = new Map<string, Granted>();
  /** The codes whose token was wrong. */
  readonly lied = new Set<string>();
  #key = 0;
  #codes = 0;

  /** `timeMs` is the time by its clock. */
  constructor(faults: Faults, timeMs: () => number, tell: (line: string) => void) {
    this.#faults = faults;
    this.#timeMs = timeMs;
    this.#tell = tell;
  }

  /** A person signs in at its page: the address that leads back, and the code in it. */
  authorize(location: string, groups: readonly string[]): { readonly back: URL; readonly code: string } {
    const asked = new URL(location).searchParams;
    const code = `code-${(this.#codes += 1)}`;
    const [nonce, challenge] = [asked.get('nonce') ?? '', asked.get('code_challenge') ?? ''];
    this.#granted.set(code, { nonce, challenge, groups });
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    return { back, code };
  }

  /** As the global `fetch`. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { signal } = request;
    const text = await request.text();
    const onTheWayMs = 1 + this.#faults.below(this.#faults.happens('issuer is late') ? LATE_MS : WAY_MS);
    // As `fetch` does, it fails with the reason of the signal.
    await world.pause(onTheWayMs, { signal }).catch(() => signal.throwIfAborted());
    if (this.#faults.happens('issuer fails'))
      return Response.json({ error: 'temporarily_unavailable' }, { status: 503 });
    const { pathname } = new URL(request.url);
    if (pathname === '/token') return this.#token(new URLSearchParams(text));
    return Response.json(pathname === '/jwks' ? this.#published() : METADATA);
  };

  #published() {
    const { kid, publicKey } = this.#present;
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] };
  }

  get #present() {
    return keyOf(KEYS[this.#key % KEYS.length] ?? KEYS[0]);
  }

  #token(form: URLSearchParams): Response {
    const code = form.get('code') ?? '';
    const grant = this.#granted.get(code);
    this.#granted.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== challenge || form.get('client_secret') !== CLIENT.secret)
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    if (this.#faults.happensOften('issuer changes keys')) {
      this.#key += 1;
      this.#tell('the issuer changes its keys');
    }
    const lie = this.#faults.happensOften('issuer lies') ? LIES[this.#faults.below(LIES.length)] : undefined;
    if (lie !== undefined) {
      this.lied.add(code);
      this.#tell(`the issuer gives a token with a wrong ${lie}`);
    }
    return Response.json({ access_token: 'unused', token_type: 'Bearer', id_token: this.#sign(grant, lie) });
  }

  #sign({ nonce, groups }: Granted, lie: (typeof LIES)[number] | undefined): string {
    const now = Math.floor(this.#timeMs() / 1_000) - (lie === 'age' ? 86_400 : 0);
    const claims = {
      iss: lie === 'issuer' ? `${ISSUER}.other` : ISSUER,
      aud: lie === 'audience' ? 'another client' : CLIENT.id,
      sub: 'dana',
      name: 'Dana',
      iat: now,
      exp: now + 300,
      nonce: lie === 'nonce' ? `${nonce}x` : nonce,
      groups,
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', kid: this.#present.kid })}.${part(claims)}`;
    const key = (lie === 'key' ? keyOf(FOREIGN) : this.#present).privateKey;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  }
}

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
};
