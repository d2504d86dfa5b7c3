import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { foundById, nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { recordDisclosure, runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { countries, countryOf, type DocumentType } from '../kyc/countries/index.ts';
import { DocumentStatusEnum, DocumentTypeEnum } from '../kyc/kyc.graphql.ts';
import { kycOfCustomerField } from '../kyc/kyc-of-customer.graphql.ts';
import type { DocumentStatus } from '../kyc/kyc.rules.ts';
import { getDocument, listDocumentsOfCustomers } from './document.operations.ts';
import { DocumentView } from './document.present.ts';
import { readDocuments } from './document-read.operations.ts';
import { DOCUMENT_WARNING_MEANINGS, DOCUMENT_WARNINGS } from './document-warning.rules.ts';
import { UPLOAD_FILES_MAX } from './upload.rules.ts';
import { KycInterface } from '../kyc/kyc-record.graphql.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const DocumentObject = objectNamed<DocumentView>('Document');
export const SupportingDocumentObject = objectNamed<SupportingDocument>('SupportingDocument');

/** The number of document types in the country with the most. */
const DOCUMENT_TYPES_MAX = Math.max(
  ...Object.values(countries).map(({ documentTypes }) => documentTypes.length),
);

/** The most documents of a customer. */
export const DOCUMENTS_MAX = DOCUMENT_TYPES_MAX * UPLOAD_FILES_MAX;

interface SupportingDocument {
  readonly customer_id: string;
  readonly type: DocumentType;
  readonly required: boolean;
  readonly status: DocumentStatus;
  readonly files: () => Promise<readonly DocumentView[]>;
}

/** Loads the documents of all customers on a page in one query. */
export const documentsOfCustomer = defineLoader(async (context, customer_ids) => {
  const documents = await runQuery(context, listDocumentsOfCustomers, { ids: {}, input: { customer_ids } });
  return Map.groupBy(documents, ({ customer_id }) => customer_id);
});

export const documentNode = nodeFinder('doc', getDocument, (document_id) => ({
  document_id,
  customer_id: null,
}));

/** Documents, and the status of each document type in a KYC record. */
export function defineDocument(builder: Builder): void {
  defineDocumentType(builder);
  defineSupporting(builder);
  builder.interfaceField(KycInterface, 'supportingDocuments', (t) =>
    t.field({
      type: [SupportingDocumentObject],
      description: 'Each document type of the country, in the order of the country.',
      extensions: atMost(DOCUMENT_TYPES_MAX),
      resolve: (view, _args, context) =>
        countryOf(view.type).documentTypes.map(({ type, required }) => ({
          customer_id: view.customer_id,
          type,
          required,
          status: view.supporting_documents[type] ?? 'missing',
          files: () => filesOfType(context, { customer_id: view.customer_id, type }),
        })),
    }),
  );
  builder.queryField('document', (t) =>
    t.field({
      type: DocumentObject,
      description: 'A document by its id; null if there is none, or it was replaced.',
      ...foundById(builder, documentNode),
    }),
  );
}

/** Records that the URLs of documents are shown, once for all documents of a list. A key is `customer/document`. */
const documentRead = defineLoader(async (context, keys) => {
  const documents = keys.map((key) => {
    const [customer_id, document_id] = key.split('/');
    return { customer_id, document_id };
  });
  await recordDisclosure(context, readDocuments, { documents });
  return new Map(keys.map((key) => [key, true]));
});

const DocumentWarningEnum = enumOf(
  'DocumentWarning',
  'What an operator should check in a document.',
  DOCUMENT_WARNING_MEANINGS,
);

function defineDocumentType(builder: Builder): void {
  builder.objectType(DocumentObject, {
    description: 'A file of a document type.',
    extensions: shownBy(DocumentView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('document_id'),
      customerId: t.exposeID('customer_id'),
      type: t.expose('type', { type: DocumentTypeEnum }),
      filename: t.exposeString('filename'),
      mimeType: t.exposeString('mime_type'),
      size: t.expose('size', { type: 'NonNegativeInt' }),
      warnings: t.expose('warnings', {
        type: [DocumentWarningEnum],
        extensions: atMost(DOCUMENT_WARNINGS.length),
      }),
      url: t.field({
        type: 'URL',
        extensions: runs(readDocuments),
        async resolve({ customer_id, document_id, url }, _args, context) {
          await documentRead(context, `${customer_id}/${document_id}`);
          return url;
        },
      }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
    }),
  });
}

function defineSupporting(builder: Builder): void {
  builder.objectType(SupportingDocumentObject, {
    description: 'A document type of the country of the customer, and its files.',
    fields: (t) => ({
      type: t.expose('type', { type: DocumentTypeEnum, description: 'What its files show.' }),
      required: t.exposeBoolean('required', {
        description: 'Whether a record needs files of this type to be complete.',
      }),
      status: t.expose('status', { type: DocumentStatusEnum, description: 'Whether there are files.' }),
      files: t.field({
        type: [DocumentObject],
        description: 'All files of the type; none if it was not uploaded.',
        extensions: { ...runs(listDocumentsOfCustomers), ...atMost(UPLOAD_FILES_MAX) },
        resolve: async ({ files }) => [...(await files())],
      }),
      kyc: t.field({
        type: KycInterface,
        description: 'The KYC record that requires it, with its status.',
        ...kycOfCustomerField,
      }),
    }),
  });
}

/** The files of one document type of a customer. */
export async function filesOfType(
  context: RequestContext,
  { customer_id, type }: Pick<SupportingDocument, 'customer_id' | 'type'>,
): Promise<readonly DocumentView[]> {
  const documents = (await documentsOfCustomer(context, customer_id)) ?? [];
  return documents.filter((document) => document.type === type);
}
