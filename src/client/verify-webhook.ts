import type { Event } from './generated/types.ts';
import { unlessItThrows } from './unless-it-throws.ts';

/** The gateway did not send the request, or someone sent an old webhook again. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** How far the time of the webhook may be from now; by default five minutes, as in Standard Webhooks. */
  readonly toleranceSeconds?: number | undefined;
}

/** Headers of a `Request`, perhaps of the server's own class, or headers of Node. */
export type WebhookHeaders =
  Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

/**
 * The event of a webhook, if its signature and its time are right. Give the unparsed body. During a rotation give both
 * secrets, because the webhook is signed with one of them. Throws WebhookVerificationError if the check fails, and
 * TypeError if the body is already parsed or a secret is malformed.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<Event> {
  // A parsed body has no `byteLength`, and a missing body has none either.
  if (typeof body !== 'string' && body?.byteLength === undefined)
    throw new TypeError('The body is the text or the bytes that came, before anything parses them.');
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('A header of webhooks is missing.');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is no number.');
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The timestamp is too far from now.');

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const each of typeof secret === 'string' ? [secret] : secret)
    if (await isSignedWith(each, signed, signatures)) return JSON.parse(text);
  throw new WebhookVerificationError('The signature is not one of this secret.');
}

/** Web Crypto compares in constant time. */
async function isSignedWith(secret: string, signed: BufferSource, signatures: string): Promise<boolean> {
  const bytes = decoded(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0) throw new TypeError('A secret is whsec_ and then base64.');
  const key = await crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['verify']);
  for (const [, signature = ''] of signatures.matchAll(/(?:^| )v1,([^ ]*)/g)) {
    const mac = decoded(signature);
    if (mac !== undefined && (await crypto.subtle.verify(ALGORITHM, key, mac, signed))) return true;
  }
  return false;
}

/** Undefined if the text is not base64. */
const decoded = (base64: string) =>
  unlessItThrows(() => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : null;
}
