import { type OperationError, refusal } from '../../kernel/errors.ts';

/** The header that names the authentication scheme, on every 401. */
export const CHALLENGE = { headers: { 'WWW-Authenticate': 'Bearer' } };

const SCHEME = 'bearer';

/** The key of an `Authorization: Bearer <key>` header; empty where there is none, and no key is empty. */
export function bearerOf(authorization: string | null): string {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
}

/** The error for a header without a valid key: `api_key_missing` or `api_key_invalid`. */
export function unknownKey(authorization: string | null): OperationError {
  // Several headers arrive as one with commas; one with the right scheme is enough.
  const schemes = (authorization ?? '').split(',').map((each) => each.trim().split(' ', 1)[0]?.toLowerCase());
  return schemes.includes(SCHEME)
    ? refusal('api_key_invalid', 'The API key is not valid.', CHALLENGE)
    : refusal(
        'api_key_missing',
        'Send your API key in one header of the form "Authorization: Bearer <key>".',
        CHALLENGE,
      );
}
