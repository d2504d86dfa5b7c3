import type { Event } from './generated/types.ts';
import { unlessItThrows } from './unless-it-throws.ts';

/** The request was not sent by the gateway, or it is an old webhook that someone sent again. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** How far the time of the webhook may be from now; by default five minutes, as Standard Webhooks say. */
  readonly toleranceSeconds?: number | undefined;
}

/** Headers as a `Request` has them, which may be of a class of the server's own, or as Node does. */
export type WebhookHeaders =
  Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

/**
 * The event of a webhook, when its signature and its time are right. Give the body as it came, before anything parses
 * it. While a secret is being rotated, give both: the webhook is signed with one of them. Throws
 * WebhookVerificationError; for a body that was parsed, or a secret that is none, TypeError.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<Event> {
  // A body that was parsed has no length, and neither has one that is not there.
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

/** Compares in constant time, as Web Crypto does. */
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

/** Undefined if it is no base64. */
const decoded = (base64: string) =>
  unlessItThrows(() => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : null;
}
