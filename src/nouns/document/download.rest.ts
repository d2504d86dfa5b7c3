import { encodeExtended } from 'content-disposition';
import { z } from 'zod';
import { enforceLength } from '../../engine/http/body/enforce-length.ts';
import { requestedRange } from '../../engine/http/range.ts';
import type { ByteRange } from '../../engine/bytes/byte-range.ts';
import type { BlobAddress } from '../../engine/blob/encrypted/encrypted-store.ts';
import { verifyDownloadUrl } from '../../engine/blob/signed-url.ts';
import type { Reply } from '../../pipeline/rest-kit/reply.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DamageError } from '../../kernel/damage.ts';
import { refusal } from '../../kernel/errors.ts';
import type { Gateway } from '../../pipeline/gateway.ts';
import { execute } from '../../pipeline/execute.ts';
import { openDownload, urlHolder } from './document.operations.ts';
import { liveHolderOf, requireReader } from './url-holder.ts';

/** Headers for files that may be hostile: browsers save them, but do not show, run or cache them. */
const PRECAUTIONS = {
  'Accept-Ranges': 'bytes',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': 'sandbox',
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Sends the bytes of a document for a URL that the gateway signed in the last five minutes. */
export const downloadRoute: Route = {
  method: 'GET',
  path: '/v1/files/{document_id}',
  summary: 'Download a document by its signed URL',
  tag: 'KYC documents',
  access: 'anyone',
  describe: {
    operationId: 'downloadDocument',
    query: z.strictObject({
      expires: z.string().describe('Until when the URL works, in seconds since 1970.'),
      signature: z
        .string()
        .describe('The signature of the gateway. If one byte of the URL changes, it is invalid.'),
    }),
    response: 'bytes',
    example: {
      path: '/v1/files/doc_01kjvexamp1e00000000000026?expires=1772601067&signature=example',
      answer: '(bytes)',
    },
    errors: [
      'url_signature_invalid',
      'url_expired',
      'resource_missing',
      'range_not_satisfiable',
      'rate_limited',
    ],
  },
  async handle({ gateway, request, requestId, pathAndQuery, noteFailure }): Promise<Reply> {
    const url = verifyDownloadUrl({ pathAndQuery, keys: gateway.signingKeys, now: gateway.clock() });
    const holder = await liveHolderOf(gateway, url.holder);
    const call = { caller: urlHolder, requestId, ids: { document_id: url.fileId }, input: {} };
    const { view: document } = await execute(gateway, openDownload, call);
    const { size } = document.blob;
    const etag = `"${document.sha256}"`;
    const headers = {
      ...PRECAUTIONS,
      ETag: etag,
      'Content-Type': document.mime_type,
      'Content-Disposition': disposition(document.filename),
    };
    const wanted = {
      // Ranges are for GET only.
      range: request.method === 'GET' ? request.headers.get('range') : null,
      ifRange: request.headers.get('if-range'),
      size,
      etag,
    };
    const range = requestedRange(wanted);
    if (range === 'unsatisfiable') {
      throw refusal('range_not_satisfiable', 'The range begins after the end of the document.', {
        headers: { 'Content-Range': `bytes */${size}` },
      });
    }
    const length = range === 'full' ? size : range.end - range.start + 1;
    const partial = range === 'full' ? {} : { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` };
    const reply = {
      status: range === 'full' ? 200 : 206,
      headers: { ...headers, ...partial, 'Content-Length': String(length) },
    };
    // The response to a HEAD has no body, so nothing is read from the storage.
    if (request.method === 'HEAD') return { ...reply, body: null };
    const { gone, onOver } = begin(gateway, holder, request.signal);
    try {
      const body = await bytesOf(gateway, document.blob, range === 'full' ? undefined : range);
      const check = { length, gone, onBroken: noteFailure, onOver };
      return { ...reply, body: enforceLength(body, check) };
    } catch (error) {
      onOver();
      throw error;
    }
  },
};

/** Counts a download of the holder. Ends it if the holder loses the right or the client's connection ends. */
function begin({ downloads, rights }: Gateway, holder: Caller | null, client: AbortSignal) {
  if (holder === null) return { gone: client, onOver: () => {} };
  const isOver = downloads.begin(holder);
  const lost = new AbortController();
  const stop = rights.watch({ caller: holder, require: requireReader, onLost: () => lost.abort() });
  const onOver = () => {
    stop();
    isOver();
  };
  return { gone: AbortSignal.any([client, lost.signal]), onOver };
}

async function bytesOf({ blobs }: Gateway, blob: BlobAddress, range: ByteRange | undefined) {
  const body = await blobs.get(blob, range);
  if (body !== null) return body;
  throw new DamageError('The bytes of a document are missing.', `blob/${blob.key}`);
}

/** The header that saves the file under its own name. Clients that read only ASCII get underscores. */
function disposition(filename: string): string {
  const ascii = filename.replaceAll(/[^\w.\- ]/g, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(filename)}`;
}
