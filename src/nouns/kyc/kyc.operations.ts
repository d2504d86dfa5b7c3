import { z } from 'zod';
import { notBefore, timestamp } from '../../kernel/clock.ts';
import { type DamageError, valueOrDamage } from '../../kernel/damage.ts';
import { writeJson } from '../../engine/json/text.ts';
import { noSuch, type OperationError, refusal } from '../../kernel/errors.ts';
import { idBeside } from '../../kernel/id.ts';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { memberNames } from '../../pipeline/input/read-input.ts';
import {
  type CommandContext,
  defineCommand,
  defineQuery,
  type QueryContext,
} from '../../pipeline/operation.ts';
import type { DocumentType, KycCountryCode } from './countries/index.ts';
import { AnyKycInput, KycInput, kycInputOn } from './kyc.input.ts';
import {
  documentsOf,
  kycCountryOf,
  KycView,
  type KycRow,
  presentKyc,
  storedDocuments,
} from './kyc.present.ts';
import { countsAgain, kycStatus, type DocumentStatus, latestDay, missingFromKyc } from './kyc.rules.ts';
import { columnsOf } from './kyc-columns.ts';
import { kycRowOf, kycRowsOf, storeKyc } from './kyc-rows.ts';
import { type KycParts, kycReads } from './disclosure/kyc-reads.ts';
import { markKycChanged } from './kyc-changed.ts';
import { noteWarnings } from './kyc-warnings.ts';

/** The record of a customer, and the country in the path or the mutation; null if neither names one. */
type KycIds = { readonly customer_id: string; readonly country: KycCountryCode | null };

/** The parts of a whole record that give an event if an operator reads them. */
function partsShown(view: KycView): KycParts['parts'] {
  const people = view.directors_identity_number.length + view.shareholders_identity_number.length;
  const screened = view.provider_company_screening_result ?? view.provider_batch_screening_result;
  return [
    ...(people > 0 ? (['identity'] as const) : []),
    ...(screened !== null ? (['screening'] as const) : []),
  ];
}

const READ_ONLY = memberNames(KycView).filter((name) => !memberNames(KycInput).includes(name));

export const getKyc = defineQuery({
  name: 'getKyc',
  roles: ['partner', 'operator'],
  locate: findKyc,
  run: async ({ vault }, { subject }): Promise<KycView> => presentKyc(subject, vault),
  discloses: (context, view) =>
    kycReads(context, [{ customerId: view.customer_id, parts: partsShown(view) }]),
});

/** The records of several customers for a list, without the records that the caller may not see. */
export const listKycOfCustomers = defineQuery({
  name: 'listKycOfCustomers',
  roles: ['partner', 'operator'],
  input: z.strictObject({ customer_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(context, { input }): Promise<ReadonlyMap<string, KycView | DamageError>> {
    const rows = await kycRowsOf(context, input.customer_ids);
    return new Map(rows.map((row) => [row.customer_id, valueOrDamage(() => presentKyc(row, context.vault))]));
  },
});

/** Replaces all details of a record. */
export const updateKyc = defineCommand({
  name: 'updateKyc',
  roles: ['partner'],
  ignores: READ_ONLY,
  async locate(context, ids: KycIds) {
    return {
      before: await findKyc(context, ids),
      today: latestDay(timestamp(context.now)),
    };
  },
  input: ({ before, today }) => kycInputOn(kycCountryOf(before), today),
  form: AnyKycInput,
  async run(context, { input, subject: { before } }): Promise<KycView> {
    const changed = changedFields(presentKyc(before, context.vault), input);
    if (changed.length === 0) return presentKyc(before, context.vault);
    await context.record({ ...aboutKyc(before), type: 'kyc.updated', data: { changed } });
    const columns = columnsOf(before, input, context.vault);
    return presentKyc(await writeKyc(context, before, columns), context.vault);
  },
});

/** Makes the empty record of a new customer. It has no row until its first change: see `kyc-rows.ts`. */
export function makeEmptyKyc(
  context: CommandContext,
  {
    customer_id,
    partner_id,
    country,
  }: Pick<KycRow, 'customer_id' | 'partner_id'> & { country: KycCountryCode },
): Promise<void> {
  return context.record({
    id: idBeside(customer_id, 'evt', 2),
    type: 'kyc.created',
    isFirst: true,
    subject: `kyc/${customer_id}`,
    partnerId: partner_id,
    data: { country },
  });
}

/** Sets whether a document type has files, and how many files of the record have warnings. */
export async function setDocumentStatus(
  context: CommandContext,
  before: KycRow,
  type: DocumentType,
  status: DocumentStatus,
  document_warnings: number = before.document_warnings,
): Promise<void> {
  const documents = { ...documentsOf(before), [type]: status };
  const supporting_documents = storedDocuments(kycCountryOf(before), documents);
  await writeKyc(context, before, { supporting_documents, document_warnings });
}

/**
 * The record of a customer. A command locks it until its transaction ends. Throws `resource_missing` if the caller may
 * not see it, and `kyc_type_mismatch` if the record belongs to another country.
 */
export async function findKyc(context: QueryContext, ids: KycIds): Promise<KycRow> {
  return ofCountry(await kycRowOf(context, ids.customer_id), ids.country);
}

/** `kyc_incomplete` with the missing items; null if the record is complete. */
export function refusalOfIncomplete(row: KycRow): OperationError | null {
  if (row.status === 'complete') return null;
  const missing = missingFromKyc(kycCountryOf(row), row.legal_name !== null, documentsOf(row));
  return refusal('kyc_incomplete', 'The KYC of this customer is not complete.', { missing });
}

function ofCountry(row: KycRow | undefined, country: KycIds['country']): KycRow {
  if (row === undefined) throw noSuch('customer');
  if (country !== null && row.country !== country) {
    throw refusal('kyc_type_mismatch', `The KYC record of this customer is of type ${kycCountryOf(row)}.`);
  }
  return row;
}

/**
 * Writes a change with its consequences: the next revision, the status, the warnings, and the mark on offers that were
 * approved on an older revision.
 */
async function writeKyc(context: CommandContext, before: KycRow, change: Partial<KycRow>): Promise<KycRow> {
  const revision = before.revision + 1;
  const updated_at = notBefore(before.updated_at, context.now);
  const counted = countsAgain(before.updated_at, updated_at) ? { text_warnings: null } : {};
  const after: KycRow = { ...before, ...change, ...counted, revision, updated_at };
  const status = kycStatus(kycCountryOf(after), after.legal_name !== null, documentsOf(after));
  const warnings = await noteWarnings(context, before, after, after.updated_at);
  await storeKyc(context.db, before, { ...change, ...warnings, status, revision, updated_at });
  await markKycChanged(context, before.customer_id);
  if (status !== before.status) {
    const data = { from: before.status, to: status };
    await context.record({ ...aboutKyc(before), type: 'kyc.status_changed', data });
  }
  return { ...after, ...warnings, status };
}

export const aboutKyc = (row: KycRow) =>
  ({ subject: `kyc/${row.customer_id}`, partnerId: row.partner_id }) as const;

function changedFields(before: KycView, input: KycInput): readonly string[] {
  return Object.entries(input)
    .filter(([name, value]) => writeJson(Reflect.get(before, name)) !== writeJson(value))
    .map(([name]) => name);
}
