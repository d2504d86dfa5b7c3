import { type OperationError, refusal } from '../kernel/errors.ts';

/** How a client is to authenticate, on every 401. */
export const CHALLENGE = { headers: { 'WWW-Authenticate': 'Bearer' } };

const SCHEME = 'bearer';

/** The key of an `Authorization: Bearer <key>` header; empty where there is none, which no key is. */
export function bearerOf(authorization: string | null): string {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
}

/** What is wrong with a header whose key nobody has: that there is none, or that it is not right. */
export function unknownKey(authorization: string | null): OperationError {
  // Of several headers, which arrive as one with commas, one that is meant for us is enough.
  const schemes = (authorization ?? '').split(',').map((each) => each.trim().split(' ', 1)[0]?.toLowerCase());
  return schemes.includes(SCHEME)
    ? refusal('api_key_invalid', 'The API key is not valid.', CHALLENGE)
    : refusal(
        'api_key_missing',
        'Send your API key in one header of the form "Authorization: Bearer <key>".',
        CHALLENGE,
      );
}
