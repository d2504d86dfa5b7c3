import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Reply } from './reply.ts';

/** A file that browsers load, under a name that changes with its content. */
export interface Asset {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body compressed by gzip; null if gzip does not make it smaller. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

export const JAVASCRIPT = 'text/javascript; charset=utf-8';
export const STYLE_SHEET = 'text/css; charset=utf-8';

/** Browsers cache a file for a year, because a changed file gets a new name. */
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };
/** Characters of a content hash in a file name. */
const HASH_LENGTH = 16;

const compress = promisify(gzip);

/** Whether a client accepts a response that is compressed by gzip. */
export const takesGzip = ({ headers }: Request): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(headers.get('accept-encoding') ?? '');

export async function assetOf(type: string, body: Uint8Array<ArrayBuffer>): Promise<Asset> {
  const compressed = await compress(body);
  return {
    type,
    body,
    gzip: compressed.byteLength < body.byteLength ? new Uint8Array(compressed) : null,
  };
}

export function nameOf(stem: string, extension: string, body: string | Uint8Array): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH);
  return `${stem}-${hash}.${extension}`;
}

/** A file, compressed if the browser accepts that. */
export function replyAsset(
  { type, body, gzip: compressed }: Asset,
  request: Request,
  headers: Readonly<Record<string, string>> = IMMUTABLE,
): Reply {
  const isCompressed = compressed !== null && takesGzip(request);
  const sent = isCompressed ? compressed : body;
  return {
    status: 200,
    headers: {
      ...headers,
      Vary: 'Accept-Encoding',
      'Content-Type': type,
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      'Content-Length': String(sent.byteLength),
    },
    body: new Blob([sent]).stream(),
  };
}

/** The document of a page, which is never cached. */
export function replyPage(html: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const length = String(Buffer.byteLength(html));
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': length },
    body: html,
  };
}
