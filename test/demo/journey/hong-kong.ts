import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Client, refused, success } from '../client.ts';
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
];

/** A stored document, and the file that it was made of. */
export interface Kept {
  readonly customerId: string;
  readonly documentId: string;
  readonly file: SampleFile;
}

/** A company in Hong Kong from the first request to an accepted offer, over REST. */
export async function walkHongKong({ rest }: Client, step: Step): Promise<Kept> {
  const headers = { 'idempotency-key': randomUUID() };
  const created = await step(
    'create a customer in Hong Kong',
    async () => {
      const answer = await rest('POST', '/v1/customers', { json: hongKongCustomer, headers });
      const customer = success(answer, Customer);
      demand(holds(customer, hongKongCustomer), 'the customer is not the one that was sent.');
      return { ...customer, text: answer.text };
    },
    ({ customer_id }) => customer_id,
  );
  const id = created.customer_id;

  await step(
    'send the same again with the same Idempotency-Key',
    async () => {
      const answer = await rest('POST', '/v1/customers', { json: hongKongCustomer, headers });
      demand(answer.text === created.text, 'the answer is not the first one, byte for byte.');
      demand(answer.headers.get('idempotent-replayed') === 'true', 'Idempotent-Replayed is not true.');
    },
    () => 'the first answer, replayed',
  );

  await step(
    'use the key for another request',
    async () => {
      const json = { ...hongKongCustomer, company_name: 'Another Company Limited' };
      refused(await rest('POST', '/v1/customers', { json, headers }), 409, 'idempotency_key_reused');
    },
    () => '409 idempotency_key_reused',
  );

  const readKyc = async () => success(await rest('GET', `/v1/kyc/hk/${id}`), Kyc);
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
      const answer = await rest('POST', '/v1/instant-settlements', { json: settlementOf(id) });
      refused(answer, 412, 'kyc_incomplete');
    },
    () => '412 kyc_incomplete',
  );

  await step(
    'send the KYC information',
    async () => {
      const kyc = success(await rest('PUT', `/v1/kyc/hk/${id}`, { json: hongKongKyc }), Kyc);
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
        const upload = success(
          await rest('POST', `/v1/kyc/documents/${id}`, { form: formOf(type, files) }),
          Upload,
        );
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
      const documents = success(await rest('GET', `/v1/kyc/documents/${id}`), Documents);
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
      const settlement = success(await rest('POST', '/v1/instant-settlements', { json }), Settlement);
      demand(holds(settlement, json), 'the settlement is not the one that was requested.');
      demand(settlement.status === 'approved', `the status is ${settlement.status} and not approved.`);
      return settlement;
    },
    ({ funding_id, status, interest_rate }) => `${funding_id}, ${status} at ${interest_rate}`,
  );

  await step(
    'list the settlements',
    async () => {
      const all = success(await rest('GET', '/v1/instant-settlements?limit=1'), Settlements);
      demand(all.items[0]?.funding_id === offer.funding_id, 'the newest settlement is not the first.');
      const own = success(await rest('GET', `/v1/customers/${id}/instant-settlements`), Settlements);
      demand(own.count === 1 && own.items.length === 1, 'the customer does not have one settlement.');
      return all;
    },
    ({ count }) => `${count} of the partner, 1 of the customer`,
  );

  const path = `/v1/instant-settlements/${offer.funding_id}`;
  await step(
    'accept the offer',
    async () => {
      const accepted = success(
        await rest('PUT', `${path}/decision`, { json: { type: 'accept' } }),
        Settlement,
      );
      demand(accepted.status === 'accepted', `the status is ${accepted.status} and not accepted.`);
      demand(
        isDeepStrictEqual(success(await rest('GET', path), Settlement), accepted),
        'it reads otherwise afterwards.',
      );
      return accepted;
    },
    ({ status }) => status,
  );

  await step(
    'decide once more',
    async () => {
      const json = { type: 'reject', reason: 'Too late.' };
      refused(await rest('PUT', `${path}/decision`, { json }), 409, 'funding_status_invalid');
    },
    () => '409 funding_status_invalid',
  );

  const picture = kept.find(({ file }) => file.mimeType === 'image/png');
  demand(picture !== undefined, 'No picture was uploaded.');
  return picture;
}

/** The body of an upload. `metadata` first, so that a bad request is refused before its files are read. */
export function formOf(type: string, files: readonly SampleFile[]): FormData {
  const form = new FormData();
  const named = files.map((file, position) => ({ name: position === 0 ? 'file' : `file${position}`, file }));
  const described = named.map(({ name, file: { filename, mimeType, hash } }) => [
    name,
    { filename, mime_type: mimeType, hash },
  ]);
  form.set('metadata', JSON.stringify({ type, files: Object.fromEntries(described) }));
  for (const { name, file } of named) form.set(name, blobOf(file), file.filename);
  return form;
}

/** Whether every member that was sent came back as it was. */
function holds(answer: object, sent: object): boolean {
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(Reflect.get(answer, name), value));
}
