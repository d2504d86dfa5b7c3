import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Client, inForm, refusedWith } from '../client.ts';
import { blobOf, filesFor, type SampleFile } from '../files.ts';
import { Customer, Documents, Kyc, Settlement, Settlements, Upload } from '../forms.ts';
import { hongKongCustomer, hongKongKyc, settlementOf } from '../samples.ts';
import { demand, type Step } from '../step.ts';

/** What a company in Hong Kong must upload. */
export const REQUIRED = [
  'business_registration_certificate',
  'directors_identity',
  'directors_address_proof',
  'shareholders_identity',
  'shareholders_address_proof',
  'company_structure_chart',
  'nnc1',
  'nar1',
] as const;

type Required = (typeof REQUIRED)[number];

/** A stored document, and the file that it was made of. */
export interface Kept {
  readonly customerId: string;
  readonly documentId: string;
  readonly file: SampleFile;
}

/** A company in Hong Kong from the first request to an accepted offer, by the client for partners. */
export async function walkHongKong({ fundgate, rest }: Client, step: Step): Promise<Kept> {
  const idempotencyKey = randomUUID();
  const created = await step(
    'create a customer in Hong Kong',
    async () => {
      const customer = await fundgate.customers.create(hongKongCustomer, { idempotencyKey });
      inForm(customer, Customer);
      demand(holds(customer, hongKongCustomer), 'the customer is not the one that was sent.');
      return customer;
    },
    ({ customer_id }) => customer_id,
  );
  const id = created.customer_id;

  await step(
    'send the same again with the same Idempotency-Key',
    async () => {
      const headers = { 'idempotency-key': idempotencyKey };
      const answer = await rest('POST', '/v1/customers', { json: hongKongCustomer, headers });
      demand(answer.text === JSON.stringify(created), 'the answer is not the first one, byte for byte.');
      demand(answer.headers.get('idempotent-replayed') === 'true', 'Idempotent-Replayed is not true.');
    },
    () => 'the first answer, replayed',
  );

  await step(
    'use the key for another request',
    async () => {
      const json = { ...hongKongCustomer, company_name: 'Another Company Limited' };
      await refusedWith(fundgate.customers.create(json, { idempotencyKey }), 409, 'idempotency_key_reused');
    },
    () => '409 idempotency_key_reused',
  );

  const readKyc = async () => inForm(await fundgate.kyc.hk.get(id), Kyc);
  await step(
    'read the KYC record',
    async () => {
      const kyc = await readKyc();
      demand(kyc.type === 'HK' && kyc.status === 'incomplete', 'the record is not HK and incomplete.');
      demand(kyc.legal_name === null && kyc.directors_identity_number.length === 0, 'the text is not empty.');
      const expected = {
        ...Object.fromEntries(REQUIRED.map((type) => [type, 'missing'])),
        litigation_history: 'not_uploaded',
      };
      demand(
        isDeepStrictEqual(kyc.supporting_documents, expected),
        'the supporting documents are not those of Hong Kong.',
      );
      return kyc;
    },
    ({ status }) => status,
  );

  await step(
    'request funding too early',
    async () => {
      await refusedWith(fundgate.instantSettlements.create(settlementOf(id)), 412, 'kyc_incomplete');
    },
    () => '412 kyc_incomplete',
  );

  await step(
    'send the KYC information',
    async () => {
      const kyc = inForm(await fundgate.kyc.hk.update(id, hongKongKyc), Kyc);
      demand(holds(kyc, hongKongKyc), 'the record is not the one that was sent.');
      demand(kyc.status === 'missing_supporting_documents', `the status is ${kyc.status}.`);
      return kyc;
    },
    ({ status }) => status,
  );

  const kept: Kept[] = [];
  for (const type of REQUIRED) {
    const files = filesFor(type);
    await step(
      `upload ${type}`,
      async () => {
        const upload = inForm(await fundgate.kyc.documents.upload(id, uploadOf(type, files)), Upload);
        demand(upload.type === type && upload.files.length === files.length, 'the answer is of other files.');
        for (const [position, { document_id, mime_type }] of upload.files.entries()) {
          const file = files[position];
          demand(file?.mimeType === mime_type, 'the files are not in the order of their parts.');
          kept.push({ customerId: id, documentId: document_id, file });
        }
        const kyc = await readKyc();
        const expected = type === REQUIRED.at(-1) ? 'complete' : 'missing_supporting_documents';
        demand(kyc.supporting_documents[type] === 'uploaded', `${type} is not uploaded.`);
        demand(kyc.status === expected, `the status is ${kyc.status} and not ${expected}.`);
        return kyc;
      },
      ({ status }) => `${files.length} file${files.length === 1 ? '' : 's'}, KYC ${status}`,
    );
  }

  await step(
    'list the documents',
    async () => {
      const documents = inForm(await fundgate.kyc.documents.list(id), Documents);
      const listed = Object.values(documents)
        .flat()
        .map(({ document_id }) => document_id);
      demand(Object.keys(documents).length === REQUIRED.length + 1, 'not every document type is listed.');
      demand(documents['litigation_history']?.length === 0, 'a type without files is not an empty list.');
      demand(
        isDeepStrictEqual(
          listed,
          kept.map(({ documentId }) => documentId),
        ),
        'other documents are listed.',
      );
      return listed;
    },
    (listed) => `${listed.length} files`,
  );

  const offer = await step(
    'request funding',
    async () => {
      const json = settlementOf(id);
      const settlement = inForm(await fundgate.instantSettlements.create(json), Settlement);
      demand(holds(settlement, json), 'the settlement is not the one that was requested.');
      demand(settlement.status === 'approved', `the status is ${settlement.status} and not approved.`);
      return settlement;
    },
    ({ funding_id, status, interest_rate }) => `${funding_id}, ${status} at ${interest_rate}`,
  );

  await step(
    'list the settlements',
    async () => {
      const all = await fundgate.instantSettlements.list({ limit: 1 }).page();
      inForm({ items: all.items, count: all.count }, Settlements);
      demand(all.items[0]?.funding_id === offer.funding_id, 'the newest settlement is not the first.');
      const own = await fundgate.customers.listInstantSettlements(id).page();
      demand(own.count === 1 && own.items.length === 1, 'the customer does not have one settlement.');
      return all;
    },
    ({ count }) => `${count} of the partner, 1 of the customer`,
  );

  const { funding_id: fundingId } = offer;
  await step(
    'accept the offer',
    async () => {
      const accepted = inForm(
        await fundgate.instantSettlements.decide(fundingId, { type: 'accept' }),
        Settlement,
      );
      demand(accepted.status === 'accepted', `the status is ${accepted.status} and not accepted.`);
      demand(
        isDeepStrictEqual(await fundgate.instantSettlements.get(fundingId), accepted),
        'it reads otherwise afterwards.',
      );
      return accepted;
    },
    ({ status }) => status,
  );

  await step(
    'decide once more',
    async () => {
      const late = fundgate.instantSettlements.decide(fundingId, { type: 'reject', reason: 'Too late.' });
      await refusedWith(late, 409, 'funding_status_invalid');
    },
    () => '409 funding_status_invalid',
  );

  const picture = kept.find(({ file }) => file.mimeType === 'image/png');
  demand(picture !== undefined, 'No picture was uploaded.');
  return picture;
}

export const uploadOf = (type: Required, files: readonly SampleFile[]) => ({
  type,
  files: files.map((file) => ({
    content: blobOf(file),
    filename: file.filename,
    mime_type: file.mimeType,
  })),
});

/** Whether every member that was sent came back as it was. */
function holds(answer: object, sent: object): boolean {
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(Reflect.get(answer, name), value));
}
