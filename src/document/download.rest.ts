import { encodeExtended } from 'content-disposition';
import { z } from 'zod';
import { enforceLength } from '../http/enforce-length.ts';
import { requestedRange } from '../http/range.ts';
import { verifyDownloadUrl } from '../blob/signed-url.ts';
import type { Reply } from '../rest-kit/reply.ts';
import type { Route } from '../rest-kit/route.ts';
import { DamageError } from '../kernel/damage.ts';
import { refusal } from '../kernel/errors.ts';
import { execute } from '../pipeline/execute.ts';
import { NO_KEY, openDownload, urlHolder } from './document.operations.ts';

/** Headers for files that may be hostile: browsers save them, and do not show, run or cache them. */
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
    query: z.strictObject({ expires: z.string(), signature: z.string() }),
    answer: 'bytes',
    errors: ['url_signature_invalid', 'url_expired', 'resource_missing', 'range_not_satisfiable'],
  },
  async answer({ gateway, request, requestId, pathAndQuery, noteFailure }): Promise<Reply> {
    const url = verifyDownloadUrl({ pathAndQuery, keys: gateway.signingKeys, now: gateway.clock() });
    const ids = { document_id: url.documentId, key_id: url.keyId ?? NO_KEY };
    const call = { caller: urlHolder, requestId, ids, input: {} };
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
      // Ranges apply to GET only.
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
    // A HEAD answer has no body, so nothing is read from the storage.
    const body =
      request.method === 'HEAD'
        ? null
        : await gateway.blobs.get(document.blob, range === 'full' ? undefined : range);
    if (body === null && request.method !== 'HEAD') {
      throw new DamageError('The bytes of a document are missing.', `blob/${document.blob.key}`);
    }
    const partial = range === 'full' ? {} : { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` };
    return {
      status: range === 'full' ? 200 : 206,
      headers: { ...headers, ...partial, 'Content-Length': String(length) },
      body: body && enforceLength(body, { length, gone: request.signal, onBroken: noteFailure }),
    };
  },
};

/** Saves the file under its own name; clients that read only ASCII get underscores. */
function disposition(filename: string): string {
  const ascii = filename.replaceAll(/[^\w.\- ]/g, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(filename)}`;
}
