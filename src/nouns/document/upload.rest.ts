import { z } from 'zod';
import { openStaging, type StagedFile } from '../../engine/blob/encrypted/staging.ts';
import { type Part, readMultipart, requireMultipart } from '../../engine/http/multipart/multipart.ts';
import { withIgnored } from '../../pipeline/rest-kit/ignored-input.ts';
import { idsOfPath } from '../../pipeline/rest-kit/path-ids.ts';
import { rawQuery } from '../../engine/http/read-query.ts';
import { NO_QUERY } from '../../pipeline/rest-kit/query-of-command.ts';
import { wantsInterface } from '../../pipeline/rest-kit/interface-bodies.ts';
import { replyJson } from '../../pipeline/rest-kit/reply.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import {
  FILES_MAX,
  TEXT_PART_BYTES_MAX,
  UPLOAD_BYTES_MAX,
} from '../../engine/http/multipart/upload-limits.ts';
import { kycCountryOf } from '../kyc/kyc.present.ts';
import { execute } from '../../pipeline/execute.ts';
import { idsFor } from '../../pipeline/moment.ts';
import { precheck, authorize } from '../../pipeline/precheck.ts';
import { validateInput } from '../../pipeline/validate-input.ts';
import { uploadDocuments } from './document.operations.ts';
import { summarize, UploadedDocuments } from './document.present.ts';
import { UploadMetadata } from './metadata.rules.ts';
import { duplicateMetadata, validateMetadata, type Upload } from './upload.rules.ts';

const PATH = '/v1/kyc/documents/{customer_id}';
const idsOf = idsOfPath(PATH, {});

/**
 * Uploads the files of a document type. Faults are refused before the files are read, if possible. If the operation
 * does not accept the stored bytes, they are removed again.
 */
export const uploadRoute: Route = {
  method: 'POST',
  path: PATH,
  summary: 'Upload all files of one document type, replacing those before',
  tag: 'KYC documents',
  access: 'key',
  describe: {
    operationId: 'uploadDocuments',
    body: { mediaType: 'multipart/form-data', schema: z.object({ metadata: UploadMetadata }) },
    response: UploadedDocuments,
    errors: [
      'metadata_duplicate',
      'metadata_invalid',
      'file_missing',
      'file_duplicate',
      'file_metadata_missing',
      'file_metadata_unknown',
      'file_metadata_invalid',
      'file_signature_invalid',
      'resource_missing',
      'conflict',
    ],
  },
  async handle({ gateway, request, requestId, params, pathAndQuery, caller }) {
    authorize(uploadDocuments, caller);
    requireMultipart(request, UPLOAD_BYTES_MAX);
    const call = { caller, requestId, ids: idsOf(params) };
    const country = kycCountryOf(await precheck(gateway, uploadDocuments, { ...call, input: null }));
    const { database, blobs: store, clock, telemetry } = gateway;
    const reader = { db: database.reads, caller, mayIgnore: true };
    const ignoredInput = await validateInput(NO_QUERY, rawQuery(pathAndQuery), reader);
    const onStored = telemetry.uploaded;
    const makeKey = await idsFor(gateway, caller, 'doc');
    const staging = openStaging({
      db: database.writes,
      store,
      clock,
      makeKey,
      filesMax: FILES_MAX,
      onStored,
    });
    let metadata: string | null = null;
    try {
      const parts = await readMultipart<StagedFile>(request, {
        bodyBytesMax: UPLOAD_BYTES_MAX,
        fieldBytesMax: TEXT_PART_BYTES_MAX,
        filesMax: FILES_MAX,
        isField: (name) => name === 'metadata',
        onField({ text }, earlier) {
          if (earlier.some(({ kind }) => kind === 'field')) throw duplicateMetadata();
          metadata = text;
        },
        storeFile(_name, bytes) {
          // Validated here and not in `onField`, because a second metadata part is reported before errors in the first
          // one.
          if (metadata !== null) validateMetadata(metadata, country);
          return staging.stage(bytes);
        },
      });
      const { view } = await execute(gateway, uploadDocuments, { ...call, input: uploadOf(parts) });
      const files = view.files.map((file) =>
        // The first interface named no warnings.
        wantsInterface(caller) ? summarize(file) : { ...summarize(file), warnings: file.warnings },
      );
      return withIgnored(replyJson({ type: view.type, files }), [ignoredInput]);
    } finally {
      await staging.close();
    }
  },
};

function uploadOf(parts: readonly Part<StagedFile>[]): Upload {
  return {
    metadata: parts.flatMap((part) => (part.kind === 'field' ? [part.text] : [])),
    parts: parts.flatMap((part) =>
      part.kind === 'field' ? [] : [{ name: part.name, file: part.kind === 'file' ? part.stored : null }],
    ),
  };
}
