import { z } from 'zod';
import { notBefore } from '../../../kernel/clock.ts';
import { type DamageError, valueOrDamage } from '../../../kernel/damage.ts';
import { reasonField } from '../../../kernel/input/reason.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { countryOf, type DocumentType, documentTypes } from '../../kyc/countries/index.ts';
import { aboutKyc, findKyc, setDocumentStatus } from '../../kyc/kyc.operations.ts';
import { kycCountryOf, type KycRow } from '../../kyc/kyc.present.ts';
import { statusWithoutFiles } from '../../kyc/kyc.rules.ts';
import { defineCommand, defineQuery, type QueryContext } from '../../../pipeline/operation.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';
import { requestReasonAad } from './document-request.rules.ts';

const RequestInput = z.strictObject({ type: z.enum(documentTypes), reason: reasonField() });

/**
 * Requests the files of a document type again. The type counts as missing from now on, so a complete record becomes
 * incomplete. The present files stay until the next upload replaces them.
 */
export const requestDocument = defineCommand({
  name: 'requestDocument',
  roles: ['operator'],
  locate: (context, { customer_id }: { customer_id: string }) =>
    findKyc(context, { customer_id, country: null }),
  input: requestInputFor,
  form: RequestInput,
  async run(context, { input: { type, reason }, subject: kyc }) {
    const { customer_id, partner_id } = kyc;
    const encryptedReason = context.vault.encrypt(reason, requestReasonAad(customer_id, type));
    const request = { reason: encryptedReason, requested_at: notBefore(kyc.updated_at, context.now) };
    await context.record({ ...aboutKyc(kyc), type: 'kyc.document_requested', data: { type } });
    const required = isRequired(kyc, type);
    const status = statusWithoutFiles(required);
    await setDocumentStatus(context, kyc, type, status);
    // Last, because requests refer to the row of the record, and the first change of a record makes it.
    await context.db
      .insertInto('document_request')
      .values({ customer_id, type, partner_id, ...request })
      .onConflict((conflict) => conflict.columns(['customer_id', 'type']).doUpdateSet(request))
      .execute();
    return { customer_id, type, required, status };
  },
});

/** The requests of several customers, for a list of customers. */
export const listDocumentRequests = defineQuery({
  name: 'listDocumentRequests',
  roles: ['partner', 'operator'],
  input: z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run({ db, caller, vault }, { input }): Promise<readonly DocumentRequestView[]> {
    const rows = await db
      .selectFrom('document_request')
      .selectAll()
      .where('customer_id', 'in', input.customer_ids)
      .where(visibleTo(caller))
      .execute();
    return rows.map(({ customer_id, type, reason, requested_at }) => ({
      customer_id,
      type,
      reason: valueOrDamage(() => vault.decrypt(reason, requestReasonAad(customer_id, type))),
      requested_at,
    }));
  },
});

interface DocumentRequestView {
  readonly customer_id: string;
  readonly type: string;
  readonly reason: string | DamageError;
  readonly requested_at: string;
}

/** Removes the request for a document type after its upload. */
export async function endDocumentRequest(
  { db }: QueryContext,
  customerId: string,
  type: DocumentType,
): Promise<void> {
  await db
    .deleteFrom('document_request')
    .where('customer_id', '=', customerId)
    .where('type', '=', type)
    .execute();
}

export const isRequired = (kyc: KycRow, type: DocumentType): boolean =>
  countryOf(kycCountryOf(kyc)).documentTypes.some((rule) => rule.type === type && rule.required);

function requestInputFor(kyc: KycRow): typeof RequestInput {
  const types = countryOf(kycCountryOf(kyc)).documentTypes.map(({ type }): DocumentType => type);
  return RequestInput.extend({
    type: z
      .enum(documentTypes)
      .refine((type) => types.includes(type), 'must be a document type of the customer’s country'),
  });
}
