import type { UnfitCall } from '../../../pipeline/graphql-kit/field-facts.ts';
import { idArgument } from '../../../pipeline/graphql-kit/run-operation.ts';
import { OperationError } from '../../../kernel/errors.ts';
import { kycCountryOf } from '../../kyc/kyc.present.ts';
import { precheck } from '../../../pipeline/precheck.ts';
import { uploadDocuments } from '../document.operations.ts';
import { metadataOfUnfit, withListPositions } from './upload-input.graphql.ts';
import { validateMetadata } from '../upload.rules.ts';

/** The error for an upload whose input does not fit the schema. Its metadata is checked alone, as on REST. */
export async function refusalOfUpload({ context, args }: UnfitCall): Promise<OperationError | null> {
  const { gateway, caller, requestId } = context;
  const metadata = metadataOfUnfit(args['input']);
  if (metadata === null) return null;
  const ids = { customer_id: idArgument(args, 'customerId') };
  try {
    const kyc = await precheck(gateway, uploadDocuments, { caller, requestId, ids, input: null });
    await withListPositions(async () => validateMetadata(metadata, kycCountryOf(kyc)));
    return null;
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}
