import { z } from 'zod';
import type { Vault } from '../../engine/crypto/encryption.ts';
import { DamageError } from '../../kernel/damage.ts';
import { FORMAT_NAMES } from './formats.ts';
import { refusal } from '../../kernel/errors.ts';

/** Validity of a link in seconds: the page follows it at once. */
const LINK_SECONDS = 60;

/** The list that a link saves. */
const Linked = z.strictObject({
  list: z.string(),
  filter: z.unknown(),
  format: z.enum(FORMAT_NAMES),
  expires: z.number(),
});
type Linked = Omit<z.output<typeof Linked>, 'expires'>;

/** The session that the link is made for; no other session can follow it. */
const aadOf = (sessionHash: string): string => `console_export/${sessionHash}`;

interface MadeLink {
  readonly vault: Vault;
  readonly sessionHash: string;
  readonly now: Date;
}

/**
 * The text of a link to a list. It is encrypted, because the filter may have an e-mail address, and browsers and
 * proxies keep URLs.
 */
export function makeLink(linked: Linked, { vault, sessionHash, now }: MadeLink): string {
  const expires = now.getTime() + LINK_SECONDS * 1000;
  return vault.encrypt(JSON.stringify({ ...linked, expires }), aadOf(sessionHash));
}

/** The list of a link. Throws `url_signature_invalid` if it was not made for this session, `url_expired` later. */
export function openLink(link: string, made: MadeLink): Linked {
  const { expires, ...linked } = Linked.parse(JSON.parse(decrypted(link, made)));
  if (made.now.getTime() >= expires)
    throw refusal('url_expired', 'The link to the export has expired; ask for it again.');
  return linked;
}

function decrypted(link: string, { vault, sessionHash }: MadeLink): string {
  try {
    return vault.decrypt(link, aadOf(sessionHash));
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    throw refusal('url_signature_invalid', 'The link to the export was not made for this session.');
  }
}
