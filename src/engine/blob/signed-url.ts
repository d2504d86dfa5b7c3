import { timingSafeEqual } from 'node:crypto';
import { refusal } from '../../kernel/errors.ts';
import { packId, unpackId } from '../../kernel/id.ts';
import { hmac } from '../crypto/hmac.ts';
import type { SecretKeys } from '../crypto/keys.ts';
import { withoutTrailingSlashes } from '../../kernel/url.ts';

/** Validity of a download URL in seconds: enough to follow the link, too short to pass it on. */
export const DOWNLOAD_URL_SECONDS = 300;

const FILES_PATH = '/v1/files/';
/** The only accepted spelling of a signed URL; any other spelling of the same path and query is refused as changed. */
const signedForm =
  /^(?<signed>\/v1\/files\/(?<id>[\w-]+)\?expires=(?<expires>\d{1,15}))&signature=(?<signature>[0-9a-f]{64})$/;

/**
 * A signature is 16 bytes of HMAC-SHA-256 and 16 bytes that name its holder: the id of an API key, or the beginning of
 * the hash of a session. The name is masked with another HMAC, like the synthetic nonce of AES-SIV, so only the gateway
 * can read it.
 */
const HALF_BYTES = 16;
/** The name if neither a key nor a session asked for the URL. */
const NO_HOLDER = new Uint8Array(HALF_BYTES);

/** Who asked for a URL. */
export interface UrlHolder {
  /** Null for a session and for the command line. */
  readonly keyId: string | null;
  /** The keyed hash of a session; only its beginning if it was read from a URL. */
  readonly sessionHash: string | null;
}

/** The kind of a holder. The MAC covers it, so it cannot be changed. */
type HolderKind = 'key' | 'session';
const HOLDER_KINDS: readonly HolderKind[] = ['key', 'session'];

interface DownloadUrl {
  readonly publicUrl: string;
  readonly fileId: string;
  readonly holder: UrlHolder;
  readonly keys: SecretKeys;
  readonly now: Date;
}

/**
 * A URL that downloads the file without an API key. It is valid for five minutes, while the key or session that asked
 * for it is active.
 */
export function signDownloadUrl({ publicUrl, fileId, holder, keys, now }: DownloadUrl): string {
  const expires = Math.floor(now.getTime() / 1000) + DOWNLOAD_URL_SECONDS;
  const signed = `${FILES_PATH}${fileId}?expires=${expires}`;
  const kind = holder.sessionHash === null ? 'key' : 'session';
  const name = nameOf(holder);
  const mac = macOf(keys[0], signed, kind, name);
  const signature = Buffer.concat([mac, masked(keys[0], signed, mac, name)]).toString('hex');
  return `${withoutTrailingSlashes(publicUrl)}${signed}&signature=${signature}`;
}

function nameOf({ keyId, sessionHash }: UrlHolder): Uint8Array {
  if (sessionHash !== null) return half(sessionHash);
  return keyId === null ? NO_HOLDER : packId(keyId);
}

function holderOf(kind: HolderKind, name: Uint8Array): UrlHolder {
  if (kind === 'session') return { keyId: null, sessionHash: hexOf(name) };
  return { keyId: Buffer.compare(name, NO_HOLDER) === 0 ? null : unpackId('key', name), sessionHash: null };
}

interface ReceivedUrl {
  /** Path and query exactly as received, without the base path of PUBLIC_URL. */
  readonly pathAndQuery: string;
  readonly keys: SecretKeys;
  readonly now: Date;
}

/** The content of a valid signature. */
interface Signed {
  readonly fileId: string;
  readonly holder: UrlHolder;
}

/**
 * The file of a download URL and who asked for it. Throws `url_signature_invalid` if a byte was changed, and
 * `url_expired` if its time is over.
 */
export function verifyDownloadUrl({ pathAndQuery, keys, now }: ReceivedUrl): Signed {
  const {
    signed = '',
    id: fileId = '',
    expires,
    signature = '',
  } = signedForm.exec(pathAndQuery)?.groups ?? {};
  const holder = keys.map((key) => signedHolder(key, signed, signature)).find((found) => found !== null);
  if (holder === undefined || holder === null) {
    throw refusal('url_signature_invalid', 'The download URL is not as it was signed; use it unchanged.');
  }
  if (now.getTime() >= Number(expires) * 1000) {
    throw refusal('url_expired', 'The download URL has expired; retrieve the document again for a new one.');
  }
  return { fileId, holder };
}

/**
 * The holder in a signature; null if this key did not make the signature. It takes the same time wherever the two
 * differ.
 */
function signedHolder(key: Uint8Array, signed: string, signature: string): UrlHolder | null {
  const bytes = Buffer.from(signature, 'hex');
  if (bytes.length !== 2 * HALF_BYTES) return null;
  const mac = bytes.subarray(0, HALF_BYTES);
  const name = masked(key, signed, mac, bytes.subarray(HALF_BYTES));
  const made = HOLDER_KINDS.find((kind) => timingSafeEqual(mac, macOf(key, signed, kind, name)));
  return made === undefined ? null : holderOf(made, name);
}

const macOf = (key: Uint8Array, signed: string, kind: HolderKind, name: Uint8Array): Uint8Array =>
  half(hmac(key, `${signed}&${kind}=${hexOf(name)}`));

/** Applies the mask; a second call removes it. */
function masked(key: Uint8Array, signed: string, mac: Uint8Array, id: Uint8Array): Uint8Array {
  const mask = half(hmac(key, `${signed}&mask=${hexOf(mac)}`));
  return id.map((byte, at) => byte ^ (mask[at] ?? 0));
}

const half = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex').subarray(0, HALF_BYTES));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
