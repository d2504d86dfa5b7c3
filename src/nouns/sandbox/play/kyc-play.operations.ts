import { type CommandContext, defineCommand, type QueryContext } from '../../../pipeline/operation.ts';
import {
  endDocumentRequest,
  isRequired,
  requestDocument,
} from '../../document/request/document-request.operations.ts';
import { countryOf, type DocumentType } from '../../kyc/countries/index.ts';
import { kycInputOf } from '../../kyc/kyc.input.ts';
import { findKyc, setDocumentStatus, updateKyc } from '../../kyc/kyc.operations.ts';
import { documentsOf, kycCountryOf, type KycRow, presentKyc } from '../../kyc/kyc.present.ts';
import { KYC_STATUSES } from '../../kyc/kyc.rules.ts';
import { given, KycPlayInput } from './play.input.ts';
import type { SimulatedKycView } from './play.present.ts';
import { playAs, unknownPlay } from './play-as.ts';
import { REASON } from './settlement-plays.ts';

/** The plays with KYC records, by the last part of the path on REST. */
export const KYC_PLAYS = {
  complete: {
    means: 'The record becomes complete: sample details if there are none, and no file for what is missing.',
  },
  'request-document': { means: 'The provider asks for the files of a document type again.' },
  'name-hit': { means: 'The company is found on a list of names.' },
} as const;

const isKycPlay = (name: string): name is keyof typeof KYC_PLAYS => Object.hasOwn(KYC_PLAYS, name);

/** Does with a KYC record what the provider would do. */
export const simulateKycEvent = defineCommand({
  name: 'simulateKycEvent',
  sandboxOnly: true,
  roles: ['partner', 'operator'],
  input: KycPlayInput,
  async locate(context: QueryContext, ids: { readonly customer_id: string; readonly event: string }) {
    if (!isKycPlay(ids.event)) throw unknownPlay(Object.keys(KYC_PLAYS));
    return { event: ids.event, kyc: await kycOf(context, ids.customer_id) };
  },
  async run(context, { input, subject: { event, kyc } }): Promise<SimulatedKycView> {
    const { customer_id } = kyc;
    if (event === 'complete') await complete(context, kyc);
    else if (event === 'name-hit') await updateDetails(context, kyc, { has_namecheck_hits: true });
    else await requestAgain(context, kyc, given(input));
    const { status } = await kycOf(context, customer_id);
    const known = KYC_STATUSES.find((each) => each === status);
    if (known === undefined) throw new Error('A KYC record has a status.');
    return { customer_id, status: known };
  },
});

const kycOf = (context: QueryContext, customer_id: string): Promise<KycRow> =>
  findKyc(context, { customer_id, country: null });

/** Asks for the files of a document type again, of the first required type if none is given. */
async function requestAgain(
  context: CommandContext,
  kyc: KycRow,
  asked: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { customer_id } = kyc;
  await playAs(
    context,
    requestDocument,
    { customer_id },
    { type: typeToRequest(kyc), reason: REASON, ...asked },
  );
}

/** Asks a customer for a required document again. */
export const requestAnyDocument = async (context: CommandContext, customer_id: string): Promise<void> =>
  requestAgain(context, await kycOf(context, customer_id), {});

async function complete(context: CommandContext, kyc: KycRow): Promise<void> {
  const { customer_id } = kyc;
  if (kyc.legal_name === null) await updateDetails(context, kyc, {});
  for (const type of missingTypes(kyc)) {
    await setDocumentStatus(context, await kycOf(context, customer_id), type, 'uploaded');
    await endDocumentRequest(context, customer_id, type);
  }
}

/** The document types that the country of a record requires. */
const typesOf = (kyc: KycRow): readonly DocumentType[] =>
  countryOf(kycCountryOf(kyc))
    .documentTypes.map(({ type }): DocumentType => type)
    .filter((type) => isRequired(kyc, type));

const missingTypes = (kyc: KycRow) => typesOf(kyc).filter((type) => documentsOf(kyc)[type] !== 'uploaded');
const typeToRequest = (kyc: KycRow) =>
  typesOf(kyc).find((type) => documentsOf(kyc)[type] === 'uploaded') ?? typesOf(kyc)[0];

/** Changes details of a record. A record without details gets samples for the others. */
async function updateDetails(
  context: CommandContext,
  kyc: KycRow,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const country = kycCountryOf(kyc);
  const view: Readonly<Record<string, unknown>> = { ...presentKyc(kyc, context.vault) };
  const members = Object.keys(kycInputOf(country).shape).map((name) => [name, view[name]]);
  const details = kyc.legal_name === null ? SAMPLE : Object.fromEntries(members);
  const ids = { customer_id: kyc.customer_id, country };
  await playAs(context, updateKyc, ids, { ...details, ...change });
}

const SAMPLE = {
  legal_name: 'Sandbox Trading Limited',
  registered_address: {
    address_line_1: '1 Sandbox Road',
    postal_code: '',
    city: 'Hong Kong',
    country: 'Hong Kong',
  },
  business_registration_number: '12345678',
  date_of_incorporation: '2015-04-01',
  directors_identity_number: [{ type: 'passport', id: 'K00000000' }],
  shareholders_identity_number: [],
  corporate_entities_number: 0,
  isic: 'G4690',
};
