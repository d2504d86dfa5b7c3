import type { Builder } from '../graphql-kit/builder.ts';
import { enumValues } from '../graphql-kit/naming.ts';
import { atMost, type RawArguments, runs, upTo } from '../graphql-kit/field-facts.ts';
import { defineLoader } from '../graphql-kit/loader.ts';
import { nodeFinder, type NodeType } from '../graphql-kit/node.ts';
import {
  runQuery,
  queryOrNull,
  commandField,
  runCommand,
  idArgument,
  recordDisclosure,
} from '../graphql-kit/run-operation.ts';
import type { RequestContext } from '../graphql-kit/request-context.ts';
import { countries, countryOf, type DocumentType } from '../kyc/countries/index.ts';
import { precheck } from '../pipeline/precheck.ts';
import type { KycTypes } from '../kyc/kyc.graphql.ts';
import type { DocumentStatus } from '../kyc/kyc.rules.ts';
import { getDocument, listDocumentsOfCustomers, uploadDocuments } from './document.operations.ts';
import type { DocumentView } from './document.present.ts';
import { readDocuments } from './document-read.operations.ts';
import {
  listDocumentRequests,
  REQUEST_REASON_SIZE,
  requestDocument,
} from './request/document-request.operations.ts';
import { uploadOnce } from './upload/upload-input.graphql.ts';
import { DOCUMENT_WARNINGS, UPLOAD_FILES_MAX } from './upload/upload.rules.ts';
import { refusalOfUpload } from './upload/upload-refusal.graphql.ts';

/** Document types of the country with the most types. */
const DOCUMENT_TYPES_MAX = Math.max(
  ...Object.values(countries).map(({ documentTypes }) => documentTypes.length),
);

/** The largest number of documents of a customer. */
export const DOCUMENTS_MAX = DOCUMENT_TYPES_MAX * UPLOAD_FILES_MAX;

export type DocumentTypes = ReturnType<typeof defineDocument>;

interface Dependencies {
  readonly kyc: KycTypes;
  readonly node: NodeType;
}

interface SupportingDocument {
  readonly customer_id: string;
  readonly type: DocumentType;
  readonly required: boolean;
  readonly status: DocumentStatus;
  readonly files: () => Promise<readonly DocumentView[]>;
}

/** The documents of the customers of a page, in one query. */
export const documentsOfCustomer = defineLoader(async (context, customer_ids) => {
  const documents = await runQuery(context, listDocumentsOfCustomers, { ids: {}, input: { customer_ids } });
  return Map.groupBy(documents, ({ customer_id }) => customer_id);
});

/** The document requests of the customers of a page, in one query. */
const requestsOfCustomer = defineLoader(async (context, customer_ids) => {
  const requests = await runQuery(context, listDocumentRequests, { ids: {}, input: { customer_ids } });
  return Map.groupBy(requests, ({ customer_id }) => customer_id);
});

export const documentNode = nodeFinder('doc', getDocument, (document_id) => ({
  document_id,
  customer_id: null,
}));

/** Documents, and the status of each document type in a KYC record. */
export function defineDocument(builder: Builder, { kyc, node }: Dependencies) {
  const document = defineDocumentType(builder, { kyc, node });
  const supporting = defineSupporting(builder, kyc, document);
  builder.interfaceField(kyc.kyc, 'supportingDocuments', (t) =>
    t.field({
      type: [supporting],
      extensions: atMost(DOCUMENT_TYPES_MAX),
      resolve: (view, _args, context) =>
        countryOf(view.type).documentTypes.map(({ type, required }) => ({
          customer_id: view.customer_id,
          type,
          required,
          status: view.supporting_documents[type] ?? 'missing',
          files: async () => filesOfType((await documentsOfCustomer(context, view.customer_id)) ?? [], type),
        })),
    }),
  );
  builder.queryField('document', (t) =>
    t.field({
      type: document,
      nullable: true,
      description: 'A document by its id; null where there is none, or it was replaced.',
      args: { id: t.arg.id({ required: true }) },
      extensions: runs(getDocument),
      resolve: (_root, { id }, context) =>
        queryOrNull(context, getDocument, { document_id: id, customer_id: null }),
    }),
  );
  defineUpload(builder, kyc, supporting);
  defineRequest(builder, kyc, supporting);
  return { document, supporting };
}

/** Records that the URLs of documents are shown, for all documents of a list together. A key is `customer/document`. */
const documentRead = defineLoader(async (context, keys) => {
  const documents = keys.map((key) => {
    const [customer_id, document_id] = key.split('/');
    return { customer_id, document_id };
  });
  await recordDisclosure(context, readDocuments, { documents });
  return new Map(keys.map((key) => [key, true]));
});

function defineDocumentType(builder: Builder, { kyc, node }: Dependencies) {
  const warning = builder.enumType('DocumentWarning', { values: enumValues(DOCUMENT_WARNINGS) });
  return builder.objectRef<DocumentView>('Document').implement({
    interfaces: [node],
    fields: (t) => ({
      id: t.exposeID('document_id'),
      customerId: t.exposeID('customer_id'),
      type: t.expose('type', { type: kyc.documentType }),
      filename: t.exposeString('filename'),
      mimeType: t.exposeString('mime_type'),
      size: t.expose('size', { type: 'NonNegativeInt', description: 'Bytes.' }),
      warnings: t.expose('warnings', {
        type: [warning],
        description: 'What an operator should check.',
        extensions: atMost(DOCUMENT_WARNINGS.length),
      }),
      url: t.field({
        type: 'URL',
        description: 'Downloads the file without an API key, for five minutes.',
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

function defineSupporting(builder: Builder, kyc: KycTypes, document: ReturnType<typeof defineDocumentType>) {
  return builder.objectRef<SupportingDocument>('SupportingDocument').implement({
    description: 'A document type of the country of the customer, and the files of it.',
    fields: (t) => ({
      type: t.expose('type', { type: kyc.documentType }),
      required: t.exposeBoolean('required'),
      status: t.expose('status', { type: kyc.documentStatus }),
      requestReason: t.string({
        nullable: true,
        description: 'Why the provider requests it again; null after the next upload.',
        extensions: { ...runs(listDocumentRequests), ...upTo(REQUEST_REASON_SIZE) },
        resolve: async (of, _args, context) => (await requestFor(of, context))?.reason ?? null,
      }),
      requestedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Since when the provider requests it again.',
        extensions: runs(listDocumentRequests),
        resolve: async (of, _args, context) => (await requestFor(of, context))?.requested_at ?? null,
      }),
      files: t.field({
        type: [document],
        extensions: { ...runs(listDocumentsOfCustomers), ...atMost(UPLOAD_FILES_MAX) },
        resolve: async ({ files }) => [...(await files())],
      }),
    }),
  });
}

function defineUpload(builder: Builder, kyc: KycTypes, supporting: ReturnType<typeof defineSupporting>) {
  const file = builder.inputType('UploadFileInput', {
    fields: (t) => ({
      file: t.field({ type: 'File', required: true }),
      filename: t.string({ required: true, description: 'Without extension.' }),
      mimeType: t.string({ required: true, description: 'image/jpeg, image/png or application/pdf.' }),
      hash: t.string({ required: true, description: 'SHA-256 of the content as 64 hex digits.' }),
    }),
  });
  const input = builder.inputType('UploadDocumentsInput', {
    fields: (t) => ({
      type: t.field({ type: kyc.documentType, required: true }),
      files: t.field({ type: [file], required: true }),
    }),
  });
  builder.mutationField('uploadDocuments', (t) =>
    t.field({
      type: supporting,
      nullable: true,
      extensions: {
        ...runs(uploadDocuments),
        supplies: ['files'],
        beforeFiles: async ({ customerId = '' }, { gateway, caller, requestId }) =>
          precheck(gateway, uploadDocuments, {
            caller,
            requestId,
            ids: { customer_id: customerId },
            input: null,
          }),
        refusalOf: refusalOfUpload,
      },
      description: 'Replaces all files of a document type, by the GraphQL multipart request specification.',
      args: { customerId: t.arg.id({ required: true }), input: t.arg({ type: input, required: true }) },
      resolve: async (_root, args, context, info) => {
        const ids = { customer_id: args.customerId };
        const { customer_id, type, files, required } = await uploadOnce(args.input, (upload) =>
          runCommand(context, uploadDocuments, { ids, input: upload }, info),
        );
        return { customer_id, type, required, status: 'uploaded' as const, files: async () => files };
      },
    }),
  );
}

function defineRequest(builder: Builder, kyc: KycTypes, supporting: ReturnType<typeof defineSupporting>) {
  builder.mutationField('requestDocument', (t) =>
    t.field({
      type: supporting,
      description: 'Asks the partner for the files of a document type again. For operators.',
      args: {
        customerId: t.arg.id({ required: true }),
        type: t.arg({ type: kyc.documentType, required: true }),
        reason: t.arg.string({ required: true, description: 'What is wrong; the partner sees it.' }),
      },
      ...commandField(requestDocument, ofRequest),
      resolve: async (_root, args, context, info) => {
        const { customerId } = args;
        const asked = await runCommand(context, requestDocument, ofRequest(args), info);
        const files = async () =>
          filesOfType((await documentsOfCustomer(context, customerId)) ?? [], asked.type);
        return { ...asked, files };
      },
    }),
  );
}

const ofRequest = (args: RawArguments) => ({
  ids: { customer_id: idArgument(args, 'customerId') },
  input: { type: args['type'], reason: args['reason'] },
});

async function requestFor({ customer_id, type }: SupportingDocument, context: RequestContext) {
  return (await requestsOfCustomer(context, customer_id))?.find((request) => request.type === type);
}

const filesOfType = (documents: readonly DocumentView[], type: DocumentType) =>
  documents.filter((document) => document.type === type);
