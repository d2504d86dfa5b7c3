import { type OperationError, refusal } from '../../kernel/errors.ts';
import { isKeyOf, SANDBOX_KEY_PREFIX } from '../../kernel/key-kind.ts';
import { API_KEY_PREFIX, apiKeyLength } from './api-key.rules.ts';

/** The header that names the authentication scheme, on every 401. */
export const CHALLENGE = { headers: { 'WWW-Authenticate': 'Bearer' } };

const SCHEME = 'bearer';

/** The key of an `Authorization: Bearer <key>` header; empty if there is none. No key is empty. */
export function bearerOf(authorization: string | null): string {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
}

/** The error for a header without a valid key: `api_key_missing` or `api_key_invalid`. */
export function unknownKey(authorization: string | null, kind: Kind): OperationError {
  // Several headers arrive as one with commas. One right scheme is enough.
  const schemes = (authorization ?? '').split(',').map((each) => each.trim().split(' ', 1)[0]?.toLowerCase());
  return schemes.includes(SCHEME)
    ? refusal(
        'api_key_invalid',
        `The API key is not valid.${hintAbout(bearerOf(authorization), kind)}`,
        CHALLENGE,
      )
    : refusal(
        'api_key_missing',
        'Send your API key in one header of the form "Authorization: Bearer <key>".',
        CHALLENGE,
      );
}

/** What kind of gateway a request came to. */
interface Kind {
  readonly sandbox: boolean;
}

/**
 * A hint that a key is of the other kind of gateway, or that it was cut or has grown, by its beginning and its length
 * alone. There is no hint for a key that the provider chose, because it has another beginning and any length.
 */
function hintAbout(key: string, kind: Kind): string {
  if (!key.startsWith(API_KEY_PREFIX)) return '';
  if (!isKeyOf(key, kind))
    return kind.sandbox
      ? ` This gateway is a sandbox; its keys begin with ${SANDBOX_KEY_PREFIX}.`
      : ' It is a key of a sandbox, and this gateway is live.';
  const length = apiKeyLength(kind);
  return key.length === length ? '' : ` It has ${key.length} characters; a whole key has ${length}.`;
}
