import { DamageError } from '../../../kernel/damage.ts';
import type { Gateway } from '../../../pipeline/gateway.ts';
import { createCookie } from '../cookie.ts';

/** Characters of an ID token in a cookie. Encrypted, it must stay below the 4 KiB that browsers accept. */
const TOKEN_LENGTH_MAX = 2_400;
const AAD = 'console_session.oidc/id_token';

/**
 * The cookie of a session that began at the issuer. It has the ID token, which tells the issuer which person to sign out
 * without a further question. It is encrypted, so that the browser cannot read it, and is sent only when the session
 * ends. If a person has many claims, the token is too long; then the issuer asks who signs out.
 */
export function createIssuerSession({ publicUrl, vault }: Pick<Gateway, 'publicUrl' | 'vault'>) {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const cookie = createCookie('fundgate-issuer', publicUrl, {
    sameSite: 'Strict',
    maxAgeSeconds: null,
    path: `${base}/console/session`,
  });
  return {
    keep: (idToken: string): string =>
      cookie.keep(vault.encrypt(idToken.length > TOKEN_LENGTH_MAX ? '' : idToken, AAD)),
    /** The token of a request; null if it was too long, undefined if the session did not begin at the issuer. */
    read(request: Request): string | null | undefined {
      const text = cookie.read(request) ?? '';
      if (text === '') return undefined;
      try {
        return vault.decrypt(text, AAD) || null;
      } catch (error) {
        if (error instanceof DamageError) return undefined;
        throw error;
      }
    },
    remove: cookie.remove,
  };
}
