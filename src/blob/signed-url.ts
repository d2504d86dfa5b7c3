import { timingSafeEqual } from 'node:crypto';
import { refusal } from '../kernel/errors.ts';
import { packId, unpackId } from '../kernel/id.ts';
import { hmac } from '../crypto/hmac.ts';
import type { SecretKeys } from '../crypto/keys.ts';
import { withoutTrailingSlashes } from '../kernel/url.ts';

/** Validity of a download URL in seconds: enough to follow the link, too short to pass it on. */
export const DOWNLOAD_URL_SECONDS = 300;

const FILES_PATH = '/v1/files/';
/** The only accepted spelling of a signed URL; any other spelling of the same path and query is refused as changed. */
const signedForm =
  /^(?<signed>\/v1\/files\/(?<id>[\w-]+)\?expires=(?<expires>\d{1,15}))&signature=(?<signature>[0-9a-f]{64})$/;

/**
 * A signature is 16 bytes of HMAC-SHA-256 and the 16 bytes of the id of the API key that requested the URL. The id is
 * masked with another HMAC, like the synthetic nonce of AES-SIV, so that only the gateway can read it.
 */
const HALF_BYTES = 16;
/** Stands for the id where no API key requested the URL. */
const NO_KEY = new Uint8Array(HALF_BYTES);

interface DownloadUrl {
  readonly publicUrl: string;
  readonly documentId: string;
  /** The API key that requests the URL; null for the command line. */
  readonly keyId: string | null;
  readonly keys: SecretKeys;
  readonly now: Date;
}

/** A URL that downloads the document without an API key, for five minutes and while the requesting key is active. */
export function signDownloadUrl({ publicUrl, documentId, keyId, keys, now }: DownloadUrl): string {
  const expires = Math.floor(now.getTime() / 1000) + DOWNLOAD_URL_SECONDS;
  const signed = `${FILES_PATH}${documentId}?expires=${expires}`;
  const id = keyId === null ? NO_KEY : packId(keyId);
  const mac = macOf(keys[0], signed, id);
  const signature = Buffer.concat([mac, masked(keys[0], signed, mac, id)]).toString('hex');
  return `${withoutTrailingSlashes(publicUrl)}${signed}&signature=${signature}`;
}

interface ReceivedUrl {
  /** Path and query exactly as received, without the base path of PUBLIC_URL. */
  readonly pathAndQuery: string;
  readonly keys: SecretKeys;
  readonly now: Date;
}

/** The content of a valid signature. */
interface Signed {
  readonly documentId: string;
  /** Null where the URL was not requested with an API key. */
  readonly keyId: string | null;
}

/**
 * The document of a download URL and the API key that requested it. Throws `url_signature_invalid` when a byte was
 * changed, `url_expired` when its time is over.
 */
export function verifyDownloadUrl({ pathAndQuery, keys, now }: ReceivedUrl): Signed {
  const {
    signed = '',
    id: documentId = '',
    expires,
    signature = '',
  } = signedForm.exec(pathAndQuery)?.groups ?? {};
  const keyBytes = keys.map((key) => signedKey(key, signed, signature)).find((bytes) => bytes !== null);
  if (keyBytes === undefined || keyBytes === null) {
    throw refusal('url_signature_invalid', 'The download URL is not as it was signed; use it unchanged.');
  }
  if (now.getTime() >= Number(expires) * 1000) {
    throw refusal('url_expired', 'The download URL has expired; retrieve the document again for a new one.');
  }
  return { documentId, keyId: Buffer.compare(keyBytes, NO_KEY) === 0 ? null : unpackId('key', keyBytes) };
}

/** The id in a signature; null where this key did not make it. The time does not depend on where they differ. */
function signedKey(key: Uint8Array, signed: string, signature: string): Uint8Array | null {
  const bytes = Buffer.from(signature, 'hex');
  if (bytes.length !== 2 * HALF_BYTES) return null;
  const mac = bytes.subarray(0, HALF_BYTES);
  const id = masked(key, signed, mac, bytes.subarray(HALF_BYTES));
  return timingSafeEqual(mac, macOf(key, signed, id)) ? id : null;
}

const macOf = (key: Uint8Array, signed: string, id: Uint8Array): Uint8Array =>
  half(hmac(key, `${signed}&key=${hexOf(id)}`));

/** Applies the mask; a second call removes it. */
function masked(key: Uint8Array, signed: string, mac: Uint8Array, id: Uint8Array): Uint8Array {
  const mask = half(hmac(key, `${signed}&mask=${hexOf(mac)}`));
  return id.map((byte, at) => byte ^ (mask[at] ?? 0));
}

const half = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex').subarray(0, HALF_BYTES));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
