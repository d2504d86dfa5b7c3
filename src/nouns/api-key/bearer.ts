import { type OperationError, refusal } from '../../kernel/errors.ts';
import { API_KEY_LENGTH, API_KEY_PREFIX } from './api-key.rules.ts';

/** The header that names the authentication scheme, on every 401. */
export const CHALLENGE = { headers: { 'WWW-Authenticate': 'Bearer' } };

const SCHEME = 'bearer';

/** The key of an `Authorization: Bearer <key>` header; empty if there is none. No key is empty. */
export function bearerOf(authorization: string | null): string {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
}

/** The error for a header without a valid key: `api_key_missing` or `api_key_invalid`. */
export function unknownKey(authorization: string | null): OperationError {
  // Several headers arrive as one with commas. One right scheme is enough.
  const schemes = (authorization ?? '').split(',').map((each) => each.trim().split(' ', 1)[0]?.toLowerCase());
  return schemes.includes(SCHEME)
    ? refusal('api_key_invalid', `The API key is not valid.${lengthHint(bearerOf(authorization))}`, CHALLENGE)
    : refusal(
        'api_key_missing',
        'Send your API key in one header of the form "Authorization: Bearer <key>".',
        CHALLENGE,
      );
}

/**
 * A hint that a key was cut or has grown, by its length alone. There is no hint for a key that the provider chose,
 * because it has another beginning and any length.
 */
function lengthHint(key: string): string {
  if (!key.startsWith(API_KEY_PREFIX) || key.length === API_KEY_LENGTH) return '';
  return ` It has ${key.length} characters; a whole key has ${API_KEY_LENGTH}.`;
}
