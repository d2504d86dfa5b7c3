import { z } from 'zod';
import { operationRoute } from '../../pipeline/rest-kit/operation-route.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import { documentTypes } from '../kyc/countries/index.ts';
import { getDocument, listDocuments } from './document.operations.ts';
import { DocumentSummary, DocumentView, summarize } from './document.present.ts';
import { downloadRoute } from './download.rest.ts';
import { uploadRoute } from './upload.rest.ts';

const tag = 'KYC documents';

export const documentRoutes: readonly Route[] = [
  uploadRoute,
  operationRoute({
    method: 'GET',
    path: '/v1/kyc/documents/{customer_id}',
    summary: 'List the documents of a customer by document type',
    tag,
    operation: listDocuments,
    response: z
      .partialRecord(z.enum(documentTypes), z.array(DocumentSummary))
      .meta({ id: 'DocumentsByType' }),
    errors: ['resource_missing'],
    respond: (types) => Object.fromEntries(types.map(({ type, files }) => [type, files.map(summarize)])),
  }),
  operationRoute({
    method: 'GET',
    path: '/v1/kyc/documents/{customer_id}/{document_id}',
    summary: 'Retrieve a document and a URL to download it with',
    tag,
    operation: getDocument,
    response: DocumentView.pick({
      document_id: true,
      type: true,
      filename: true,
      mime_type: true,
      url: true,
    }).meta({ id: 'Document' }),
    errors: ['resource_missing'],
    respond: ({ document_id, type, filename, mime_type, url }) => ({
      document_id,
      type,
      filename,
      mime_type,
      url,
    }),
  }),
  downloadRoute,
];
