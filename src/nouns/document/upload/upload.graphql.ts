import { idOf, inputOf } from '../../../pipeline/graphql-kit/arguments.ts';
import type { Builder } from '../../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../../pipeline/graphql-kit/field-facts.ts';
import { runCommand } from '../../../pipeline/graphql-kit/run-operation.ts';
import { precheck } from '../../../pipeline/precheck.ts';
import { SupportingDocumentObject } from '../document.graphql.ts';
import { uploadDocuments } from '../document.operations.ts';
import { defineUploadInput, uploadOnce } from './upload-input.graphql.ts';
import { refusalOfUpload } from './upload-refusal.graphql.ts';

/** The upload of the files of a document type. */
export function defineUpload(builder: Builder): void {
  const input = defineUploadInput(builder);
  builder.mutationField('uploadDocuments', (t) =>
    t.field({
      type: SupportingDocumentObject,
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
      args: { customerId: t.arg.id(idOf('customer_id')), input: t.arg(inputOf(input)) },
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
