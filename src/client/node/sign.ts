import { createHmac, randomBytes } from 'node:crypto';

/** The `User-Agent` of webhooks. */
const USER_AGENT = 'Fundgate-Webhooks/1';

/** The prefix of secrets in Standard Webhooks. */
const SECRET_PREFIX = 'whsec_';
/** As long as the HMAC; the standard allows 24 to 64. */
const SECRET_BYTES = 32;

export const makeSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Whether a text is a secret in the form of the standard, so every library can use it. */
export const isSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(text);

interface Signable {
  /** The id of the event, so it is the same at every attempt. */
  readonly eventId: string;
  readonly at: Date;
  readonly body: string;
}

/**
 * The headers of a webhook by Standard Webhooks 1.0.0, signed with each secret. The gateway and `webhook listen` both
 * sign with this function.
 */
export function webhookHeaders(
  { eventId, at, body }: Signable,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const signed = `${eventId}.${seconds}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOfSecret(secret)).update(signed).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}

/** The HMAC key that a secret encodes. */
const keyOfSecret = (secret: string): Uint8Array => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
