import type { TestPartner } from '../../support/gateway.ts';
import { customerBody, kycBody, pdf, settlementBody } from '../../support/gateway.ts';

/** Texts that must not be found where the gateway stores things. Long enough not to be there by chance. */
export const SECRET_TEXTS = {
  director: 'HKID-QX774211(9)',
  shareholder: 'PASSPORT-ZQ-8841207',
  replaced: 'PASSPORT-OF-BEFORE-55120',
  screening: 'screening-hit-of-Zephyrine',
  batch: 'batch-hit-of-Zephyrine-é-漢',
  transaction: 'transaction-of-Zephyrine-77',
  file: 'scan-of-a-passport-of-Zephyrine',
  oldFile: 'scan-that-was-replaced-Zephyrine',
} as const;

/** Stored on purpose as it is; finding it proves that the search looks in the right places. */
export const PLAIN_TEXT = 'Zephyrine Plain Trading';

/** Sends every secret to the API, and some of them again as replacements. */
export async function storeSecrets({ rest, upload }: TestPartner): Promise<void> {
  const { json } = await rest('POST', '/v1/customers', customerBody({ company_name: PLAIN_TEXT }));
  const id: string = json.customer_id;
  const kyc = (identity: string) =>
    kycBody({
      directors_identity_number: [{ type: 'national_id', id: identity }],
      shareholders_identity_number: [
        { company_legal_name: 'Harbour', type: 'passport', id: SECRET_TEXTS.shareholder },
      ],
      provider_company_screening_result: { note: SECRET_TEXTS.screening },
      provider_batch_screening_result: { note: SECRET_TEXTS.batch },
    });
  const keyed = (key: string) => ({ 'idempotency-key': key });
  await rest('PUT', `/v1/kyc/hk/${id}`, kyc(SECRET_TEXTS.replaced), keyed('kyc-1'));
  await rest('PUT', `/v1/kyc/hk/${id}`, kyc(SECRET_TEXTS.director), keyed('kyc-2'));
  const { json: documents } = await rest('GET', `/v1/kyc/documents/${id}`);
  for (const type of Object.keys(documents)) await upload(id, type, [pdf(SECRET_TEXTS.oldFile.repeat(3))]);
  for (const type of Object.keys(documents)) await upload(id, type, [pdf(SECRET_TEXTS.file.repeat(5_000))]);
  const transactions = { note: SECRET_TEXTS.transaction, list: Array(50).fill(SECRET_TEXTS.transaction) };
  const funding = settlementBody(id, { transactions });
  await rest('POST', '/v1/instant-settlements', funding, keyed('funding-1'));
}
