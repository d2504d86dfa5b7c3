import { REASON_SIZE } from '../../kernel/input/reason.ts';
import { idOf } from '../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { type RawArguments, runs, upTo } from '../../pipeline/graphql-kit/field-facts.ts';
import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { commandField, idArgument, runCommand, runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import type { DocumentType } from '../kyc/countries/index.ts';
import { DocumentTypeEnum } from '../kyc/kyc.graphql.ts';
import { filesOfType, SupportingDocumentObject } from './document.graphql.ts';
import { listDocumentRequests, requestDocument } from './request/document-request.operations.ts';

/** Loads the document requests of all customers on a page in one query. */
const requestsOfCustomer = defineLoader(async (context, customer_ids) => {
  const requests = await runQuery(context, listDocumentRequests, { ids: {}, input: { customer_ids } });
  return Map.groupBy(requests, ({ customer_id }) => customer_id);
});

/** Requests for the files of a document type: the mutation for operators, and the fields for partners. */
export function defineDocumentRequest(builder: Builder): void {
  builder.objectFields(SupportingDocumentObject, (t) => ({
    requestReason: t.string({
      nullable: true,
      description: 'Why the provider requests it again; null after the next upload.',
      extensions: { ...runs(listDocumentRequests), ...upTo(REASON_SIZE) },
      async resolve(of, _args, context) {
        const reason = (await requestFor(of, context))?.reason ?? null;
        if (reason instanceof Error) throw reason;
        return reason;
      },
    }),
    requestedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when the provider requests it again; null after the next upload.',
      extensions: runs(listDocumentRequests),
      resolve: async (of, _args, context) => (await requestFor(of, context))?.requested_at ?? null,
    }),
  }));
  builder.mutationField('requestDocument', (t) =>
    t.field({
      type: SupportingDocumentObject,
      description: 'Asks the partner for the files of a document type again. For operators.',
      args: {
        customerId: t.arg.id(idOf('customer_id')),
        type: t.arg({ type: DocumentTypeEnum, required: true, description: 'One of its country.' }),
        reason: t.arg.string({ required: true, description: 'What is wrong; the partner can read it.' }),
      },
      ...commandField(requestDocument, ofRequest),
      resolve: async (_root, args, context, info) => {
        const asked = await runCommand(context, requestDocument, ofRequest(args), info);
        return { ...asked, files: () => filesOfType(context, asked) };
      },
    }),
  );
}

const ofRequest = (args: RawArguments) => ({
  ids: { customer_id: idArgument(args, 'customerId') },
  input: { type: args['type'], reason: args['reason'] },
});

interface OfType {
  readonly customer_id: string;
  readonly type: DocumentType;
}

async function requestFor({ customer_id, type }: OfType, context: RequestContext) {
  return (await requestsOfCustomer(context, customer_id))?.find((request) => request.type === type);
}
