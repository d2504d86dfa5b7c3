import { z } from 'zod';
import { adoptBlobs, releaseBlobs } from '../../engine/blob/orphan-blobs.ts';
import { type Caller, commandLine } from '../../kernel/caller.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import { timestamp } from '../../kernel/clock.ts';
import { noSuch } from '../../kernel/errors.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { aboutKyc, findKyc, setDocumentStatus } from '../kyc/kyc.operations.ts';
import { kycCountryOf } from '../kyc/kyc.present.ts';
import { defineCommand, defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { visibleTo } from '../../pipeline/rows/tenancy.ts';
import { blobKeyOf, blobOf } from './document-blob.rules.ts';
import { endDocumentRequest, isRequired } from './request/document-request.operations.ts';
import { documentReads } from './document-read.operations.ts';
import { type DocumentRow, type DocumentView, presentDocument } from './document.present.ts';
import { EXTENSIONS } from './metadata.rules.ts';
import { type AcceptedFile, validateUpload, type Upload } from './upload.rules.ts';
import { countryOf, type DocumentType } from '../kyc/countries/index.ts';

/** Characters of the id in a stored filename. They are enough to give two uploads in one second different names. */
const FILENAME_ID_LENGTH = 12;

/**
 * Replaces all files of a document type by the upload's files, whose bytes are stored already. Atomic: readers see
 * either the old files or the new ones.
 */
export const uploadDocuments = defineCommand({
  name: 'uploadDocuments',
  roles: ['partner'],
  input: z.custom<Upload>(),
  async locate(context, { customer_id }: { customer_id: string }) {
    return findKyc(context, { customer_id, country: null });
  },
  async run(context, { input, subject: kyc }) {
    const { type, files } = validateUpload(input, kycCountryOf(kyc), context.policy.contentCheck);
    const replaced = await removeDocuments(context, kyc.customer_id, type);
    const rows = files.map((file, position) => documentRow(file, position, { kyc, type, now: context.now }));
    await adoptBlobs(
      context.db,
      rows.map(({ id }) => id),
    );
    await releaseBlobs(
      context.db,
      replaced.map(({ blobKey }) => blobKey),
      context.now,
    );
    const data = { type, documents: rows.map(({ id }) => id), replaced: replaced.map(({ id }) => id) };
    await context.record({ ...aboutKyc(kyc), type: 'kyc.documents_uploaded', data });
    await endDocumentRequest(context, kyc.customer_id, type);
    const warned = rows.filter(({ warnings }) => warnings !== '').length;
    const others = await countWarned(context, kyc.customer_id);
    await setDocumentStatus(context, kyc, type, 'uploaded', others + warned);
    // Last, because documents refer to the row of the record, and the first change of a record makes it.
    await context.db.insertInto('document').values(rows).execute();
    const { customer_id } = kyc;
    const required = isRequired(kyc, type);
    return {
      customer_id,
      type,
      required,
      files: rows.map((row) => presentDocument(row, context.downloadUrl)),
    };
  },
});

/** A document by its id. On REST the path also names the customer. */
export const getDocument = defineQuery({
  name: 'getDocument',
  roles: ['partner', 'operator'],
  async locate(context, { document_id, customer_id }: { document_id: string; customer_id: string | null }) {
    const row = await findDocument(context, document_id);
    if (row === undefined || (customer_id !== null && row.customer_id !== customer_id)) throw noDocument();
    return row;
  },
  run: async ({ downloadUrl }, { subject }): Promise<DocumentView> => presentDocument(subject, downloadUrl),
  discloses: (context, { document_id, customer_id }) =>
    documentReads(context, [{ document_id, customer_id }]),
});

/**
 * The documents of a customer, for each document type of its country in order. A type without documents has an empty
 * list.
 */
export const listDocuments = defineQuery({
  name: 'listDocuments',
  readsMany: true,
  roles: ['partner', 'operator'],
  locate: (context, { customer_id }: { customer_id: string }) =>
    findKyc(context, { customer_id, country: null }),
  async run(context, { subject }) {
    const documents = await documentsOf(context, [subject.customer_id]);
    return countryOf(kycCountryOf(subject)).documentTypes.map(({ type }) => ({
      type,
      files: documents.filter((document) => document.type === type),
    }));
  },
});

/** The documents of several customers, for a list of customers. */
export const listDocumentsOfCustomers = defineQuery({
  name: 'listDocumentsOfCustomers',
  roles: ['partner', 'operator'],
  input: z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  run: (context, { input }) => documentsOf(context, input.customer_ids),
});

/** The facts of a document that a download needs. Called for requests with a valid signed URL. */
export const openDownload = defineQuery({
  name: 'openDownload',
  roles: ['operator'],
  async locate(context, { document_id }: { document_id: string }) {
    const row = await findDocument(context, document_id);
    if (row === undefined) throw noDocument();
    return row;
  },
  run: async (_context, { subject: { filename, mime_type, sha256, ...row } }) => ({
    filename,
    mime_type,
    sha256,
    blob: blobOf(row),
  }),
});

/** The caller of a download. The signature of the URL is the permission. */
export const urlHolder: Caller = { ...commandLine, actor: 'signed-url', scopes: new Set(['read']) };

const noDocument = () => noSuch('document');

function findDocument({ db, caller }: QueryContext, id: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(caller))
    .executeTakeFirst();
}

/** There are at most ten files of each type, so a page of customers has less than ten thousand rows. */
async function documentsOf(
  { db, caller, downloadUrl }: QueryContext,
  customerIds: readonly string[],
): Promise<readonly DocumentView[]> {
  const rows = await db
    .selectFrom('document')
    .selectAll()
    .where('customer_id', 'in', customerIds)
    .where(visibleTo(caller))
    .orderBy('position')
    .execute();
  return rows.map((row) => presentDocument(row, downloadUrl));
}

interface RemovedDocument {
  readonly id: string;
  readonly blobKey: string;
}

/** How many files of a customer have warnings. */
const countWarned = ({ db }: QueryContext, customerId: string): Promise<number> =>
  countOf(db.selectFrom('document').where('customer_id', '=', customerId).where('warnings', '<>', ''));

async function removeDocuments(
  { db }: QueryContext,
  customerId: string,
  type: DocumentType,
): Promise<readonly RemovedDocument[]> {
  const rows = await db
    .deleteFrom('document')
    .where('customer_id', '=', customerId)
    .where('type', '=', type)
    .returning(['id', 'revision'])
    .execute();
  return rows.map(({ id, revision }) => ({ id, blobKey: blobKeyOf({ id, revision }) }));
}

function documentRow(
  { file, filename, mime_type, warnings }: AcceptedFile,
  position: number,
  { kyc, type, now }: { kyc: { customer_id: string; partner_id: string }; type: DocumentType; now: Date },
): DocumentRow {
  const created_at = timestamp(now);
  const prefix = `${created_at.replaceAll(/\D/g, '')}-${file.fileId.slice(-FILENAME_ID_LENGTH)}`;
  return {
    id: file.fileId,
    customer_id: kyc.customer_id,
    partner_id: kyc.partner_id,
    type,
    position,
    filename: `${prefix}-${filename}.${EXTENSIONS[mime_type]}`,
    mime_type,
    size: file.digest.size,
    sha256: file.digest.sha256,
    revision: null,
    encrypted_with: file.encryptedWith,
    warnings: warnings.join(','),
    created_at,
  };
}
