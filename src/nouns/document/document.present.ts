import type { Selectable } from 'kysely';
import { z } from 'zod';
import { describedBy } from '../../kernel/input/description.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { documentTypes } from '../kyc/countries/index.ts';
import { DOCUMENT_WARNING_MEANINGS, DOCUMENT_WARNINGS } from './document-warning.rules.ts';
import { MIME_TYPES } from './metadata.rules.ts';

export const DocumentView = describedBy(
  null,
  z.strictObject({
    document_id: z.string(),
    customer_id: z.string(),
    type: z.enum(documentTypes).describe('What the document shows.'),
    filename: z
      .string()
      .describe(
        'Consists of the time, random characters and the name that you sent, with the extension of the media type.',
      ),
    mime_type: z
      .enum(MIME_TYPES)
      .describe('The media type that you sent: image/jpeg, image/png or application/pdf.'),
    size: z.number().describe('In bytes.'),
    warnings: z.array(z.enum(DOCUMENT_WARNINGS)).describe('What an operator should check in the file.'),
    url: z.string().describe('Downloads the file without an API key, for five minutes.'),
    created_at: z.string().describe('When it was uploaded, in UTC.'),
  }),
);
export type DocumentView = z.output<typeof DocumentView>;

/** A document in lists and uploads on REST. */
export const DocumentSummary = DocumentView.pick({ document_id: true, filename: true, mime_type: true }).meta(
  {
    id: 'DocumentSummary',
  },
);
/** A document in the response to an upload, with the warnings that operators will see. */
const UploadedDocument = DocumentSummary.extend({
  warnings: z.array(z.enum(DOCUMENT_WARNINGS)).meta({
    description: DOCUMENT_WARNINGS.map((code) => `\`${code}\`: ${DOCUMENT_WARNING_MEANINGS[code]}`).join(' '),
  }),
}).meta({ id: 'UploadedDocument' });
/** The response to an upload. */
export const UploadedDocuments = z
  .strictObject({
    type: DocumentView.shape.type,
    files: z.array(UploadedDocument).describe('All files of the type, in the order of their part names.'),
  })
  .meta({ id: 'UploadedDocuments' });
export type DocumentSummary = z.output<typeof DocumentSummary>;

export type DocumentRow = Selectable<Tables['document']>;

export function presentDocument(row: DocumentRow, downloadUrl: (documentId: string) => string): DocumentView {
  const { type, mime_type, warnings } = KnownWords.parse({
    type: row.type,
    mime_type: row.mime_type,
    warnings: row.warnings === '' ? [] : row.warnings.split(','),
  });
  return {
    document_id: row.id,
    customer_id: row.customer_id,
    type,
    filename: row.filename,
    mime_type,
    size: row.size,
    warnings,
    url: downloadUrl(row.id),
    created_at: row.created_at,
  };
}

const KnownWords = DocumentView.pick({ type: true, mime_type: true, warnings: true });

export function summarize({ document_id, filename, mime_type }: DocumentView): DocumentSummary {
  return { document_id, filename, mime_type };
}
