import { customerBody, kycBody, pdf, settlementBody, uploadForm } from '../../support/gateway.ts';
import type { GatewayProcess } from '../../support/gateway-process.ts';

const CUSTOMERS = 60;
const SETTLEMENTS = 60;
const LARGEST_TRANSACTIONS = 2_000_000;
const LARGEST_SCREENING = 255 * 1024;

/** A partner with more than a screen of everything, and one customer and one settlement of the largest size. */
export async function fillGateway({ rest }: GatewayProcess) {
  const created = async (path: string, body: unknown) => {
    const { status, text, json } = await rest('POST', path, { body });
    if (status !== 200) throw new Error(`POST ${path} was answered ${status}: ${text}`);
    return json;
  };
  const times = (count: number, make: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, make));
  await times(CUSTOMERS, async () => {
    const { customer_id } = await created('/v1/customers', customerBody());
    await rest('PUT', `/v1/kyc/hk/${customer_id}`, { body: kycBody() });
  });
  const { customer_id: customerId } = await created('/v1/customers', customerBody());
  const screening = { report: 'r'.repeat(LARGEST_SCREENING) };
  const screened = {
    provider_company_screening_result: screening,
    provider_batch_screening_result: screening,
  };
  await rest('PUT', `/v1/kyc/hk/${customerId}`, { body: kycBody(screened) });
  const { json: documents } = await rest('GET', `/v1/kyc/documents/${customerId}`);
  for (const type of Object.keys(documents)) {
    await rest('POST', `/v1/kyc/documents/${customerId}`, { body: uploadForm(type, [pdf()]) });
  }
  await times(SETTLEMENTS, () => created('/v1/instant-settlements', settlementBody(customerId)));
  const transactions = { report: 'r'.repeat(LARGEST_TRANSACTIONS) };
  const { funding_id } = await created(
    '/v1/instant-settlements',
    settlementBody(customerId, { transactions }),
  );
  return { customerId, settlementId: String(funding_id) };
}
