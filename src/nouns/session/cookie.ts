/** Because of the prefix, browsers refuse the cookie unless it is `Secure`, for this host only and for all paths. */
const HOST_PREFIX = '__Host-';
/** The same without the condition on paths, for a cookie of one path. */
const SECURE_PREFIX = '__Secure-';

/** The host names that browsers trust without TLS. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether browsers accept a `Secure` cookie from an address: over TLS, or from the same machine. */
export function takesSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

interface CookieOptions {
  readonly sameSite: 'Strict' | 'Lax';
  /** Null if the cookie lasts until the browser is closed. */
  readonly maxAgeSeconds: number | null;
  /** The cookie is sent below this path; by default everywhere. */
  readonly path?: string;
}

/** A cookie that scripts cannot read. */
export function createCookie(
  name: string,
  publicUrl: string,
  { sameSite, maxAgeSeconds, path = '/' }: CookieOptions,
) {
  const isSecure = takesSecureCookies(publicUrl);
  const prefix = path === '/' ? HOST_PREFIX : SECURE_PREFIX;
  const fullName = isSecure ? prefix + name : name;
  const attributes = `; Path=${path}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
  return {
    /** The value in a request; null if it has none. */
    read({ headers }: Request): string | null {
      for (const pair of (headers.get('cookie') ?? '').split(';')) {
        const at = pair.indexOf('=');
        if (at > 0 && pair.slice(0, at).trim() === fullName) return pair.slice(at + 1).trim();
      }
      return null;
    },
    /** The `Set-Cookie` header that sets a value. */
    keep: (value: string): string =>
      `${fullName}=${value}${attributes}${maxAgeSeconds === null ? '' : `; Max-Age=${maxAgeSeconds}`}`,
    /** The `Set-Cookie` header that removes the cookie. */
    remove: `${fullName}=${attributes}; Max-Age=0`,
  };
}
