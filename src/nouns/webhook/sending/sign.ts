import { createHmac } from 'node:crypto';
import { keyOfSecret } from '../endpoint/endpoint.rules.ts';

/** The `User-Agent` of webhooks. */
const USER_AGENT = 'Fundgate-Webhooks/1';

interface Signable {
  /** The id of the event, so that it is the same at every attempt. */
  readonly eventId: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers of a webhook by Standard Webhooks 1.0.0, signed with each of the secrets. */
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
