import { hash } from 'node:crypto';
import { type KeyKind, SANDBOX_KEY_PREFIX } from '../../kernel/key-kind.ts';
import { world } from '../../kernel/world.ts';

/** Scanners for leaked secrets recognise a key by it. */
export const API_KEY_PREFIX = 'fgk_';
/** 256 random bits cannot be guessed, so a fast hash is safe. */
const API_KEY_BYTES = 32;
/** In base64url without padding. */
const API_KEY_RANDOM_LENGTH = Math.ceil((API_KEY_BYTES * 4) / 3);
/** The shown part of a key, to recognise it, has six characters after its prefix: 36 of the 256 bits. */
const API_KEY_SHOWN_RANDOM = 6;
/**
 * Working keys of one partner, or of one person without a partner: one for each of their systems, twice during a
 * rotation. With more, keys would be forgotten.
 */
export const API_KEYS_MAX = 50;

/** The counter of all keys of a partner, including keys that no longer work. */
export const keysOf = (partnerId: string) => `${partnerId}/keys`;

/**
 * Subject and partner of an event about a key. An event about an operator's key has no partner, because partners do not
 * see it.
 */
export const aboutKey = (key: {
  readonly id: string;
  readonly partner_id: string | null;
  readonly role: string;
}) => ({ subject: `key/${key.id}`, partnerId: key.role === 'partner' ? key.partner_id : null }) as const;

const prefixOf = ({ sandbox }: KeyKind): string => (sandbox ? SANDBOX_KEY_PREFIX : API_KEY_PREFIX);

export function makeApiKey(kind: KeyKind): string {
  return prefixOf(kind) + world.bytes(API_KEY_BYTES).toString('base64url');
}

/** How long the keys that a gateway makes are. */
export const apiKeyLength = (kind: KeyKind): number => prefixOf(kind).length + API_KEY_RANDOM_LENGTH;

/**
 * SHA-256 of a key. The database has only a keyed hash of it. So an attacker who can write to the database, but has no
 * secret, cannot insert a key.
 */
export function digestOfApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The additional authenticated data of the encrypted digest: binds it to its row. */
export const apiKeyDigestAad = (id: string) => `api_key.digest/${id}`;

export function shownPartOf(key: string): string {
  const sandbox = key.startsWith(SANDBOX_KEY_PREFIX);
  return key.slice(0, prefixOf({ sandbox }).length + API_KEY_SHOWN_RANDOM);
}
