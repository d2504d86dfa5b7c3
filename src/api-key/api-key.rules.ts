import { hash, randomBytes } from 'node:crypto';

/** So that scanners for leaked secrets recognise one. */
const API_KEY_PREFIX = 'fgk_';
/** 256 bits: nothing to guess, so the hash may be a fast one. */
const API_KEY_BYTES = 32;
/** Shown beside the name of a key: the prefix and 32 of its 256 bits. */
const API_KEY_SHOWN_LENGTH = API_KEY_PREFIX.length + 6;
/** Keys of one partner that work at once. One for each of its systems, twice while they rotate; more are forgotten ones. */
export const API_KEYS_MAX = 50;

/** The name of the total of a partner's keys, those that no longer work included. */
export const keysOf = (partnerId: string) => `${partnerId}/keys`;

/** What happened to a key as the trail has it. What becomes of an operator's key is none of a partner's business. */
export const aboutKey = (key: { readonly id: string; readonly partner_id: string; readonly role: string }) =>
  ({ subject: `key/${key.id}`, partnerId: key.role === 'partner' ? key.partner_id : null }) as const;

export function makeApiKey(): string {
  return API_KEY_PREFIX + randomBytes(API_KEY_BYTES).toString('base64url');
}

/**
 * SHA-256, which is all that is known of a key. What is stored is the keyed hash of this: whoever writes to the database
 * and does not have the secrets cannot make the hash of a key of their own.
 */
export function digestOfApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** Binds the encrypted digest to its row. */
export const apiKeyDigestAad = (id: string) => `api_key.digest/${id}`;

export function shownPartOf(key: string): string {
  return key.slice(0, API_KEY_SHOWN_LENGTH);
}
