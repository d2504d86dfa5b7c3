import { refusal } from '../kernel/errors.ts';
import { hmac, hmacMatches, type SecretKeys } from '../kernel/secret.ts';
import { withoutTrailingSlashes } from '../kernel/url.ts';

/** How long a download URL is good for: time to follow a link, not to pass it round. */
export const DOWNLOAD_URL_SECONDS = 300;

const FILES_PATH = '/v1/files/';
/** The one form in which a URL is signed; every other spelling of the same path and query is a changed URL. */
const signedForm =
  /^(?<signed>\/v1\/files\/(?<id>[\w-]+)\?expires=(?<expires>\d{1,15}))&signature=(?<signature>[0-9a-f]{64})$/;

interface DownloadUrl {
  readonly publicUrl: string;
  readonly documentId: string;
  readonly keys: SecretKeys;
  readonly now: Date;
}

/** A URL that whoever holds it can download the document with, for five minutes. */
export function signDownloadUrl({ publicUrl, documentId, keys, now }: DownloadUrl): string {
  const expires = Math.floor(now.getTime() / 1000) + DOWNLOAD_URL_SECONDS;
  const signed = `${FILES_PATH}${documentId}?expires=${expires}`;
  return `${withoutTrailingSlashes(publicUrl)}${signed}&signature=${hmac(keys[0], signed)}`;
}

interface ReceivedUrl {
  /** Path and query exactly as received, without the base path of PUBLIC_URL. */
  readonly pathAndQuery: string;
  readonly keys: SecretKeys;
  readonly now: Date;
}

/**
 * The id of the document that a download URL was signed for.
 * Refuses with url_signature_invalid when a byte of it differs, with url_expired when its time is over.
 */
export function verifyDownloadUrl({ pathAndQuery, keys, now }: ReceivedUrl): string {
  const { signed, id, expires, signature } = signedForm.exec(pathAndQuery)?.groups ?? {};
  if (!signed || !id || !signature || !hmacMatches(keys, signed, signature)) {
    throw refusal('url_signature_invalid', 'The download URL is not as it was signed.');
  }
  if (now.getTime() >= Number(expires) * 1000) {
    throw refusal('url_expired', 'The download URL has expired; retrieve the document again for a new one.');
  }
  return id;
}
