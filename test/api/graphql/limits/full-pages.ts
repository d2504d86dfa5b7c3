import { customerBody, kycBody, openTestGateway, settlementBody } from '../../../support/gateway.ts';
import { toGraphqlNames } from '../../../support/graphql-names.ts';

const PAGE = 100;
const PEOPLE = 20;

/** A partner whose every list has more than a page, with the longest texts in it. */
export async function openFullPages() {
  const fixture = await openTestGateway();
  const partner = await fixture.partner();
  const text = '\u{1f3ed}'.repeat(255);
  const id = '\u{1f4b3}'.repeat(64);
  const people = (kind: object) => Array.from({ length: PEOPLE }, () => ({ ...kind, type: 'passport', id }));
  const kyc = kycBody({
    legal_name: text,
    directors_identity_number: people({}),
    shareholders_identity_number: people({ company_legal_name: text }),
    provider_company_screening_result: { report: 'r'.repeat(10_000) },
  });
  for (let n = 0; n < PAGE; n += 1) {
    const body = customerBody({ company_name: text, contact_name: text, external_customer_id: text });
    const { json } = await partner.rest('POST', '/v1/customers', body);
    await partner.rest('PUT', `/v1/kyc/hk/${json.customer_id}`, kyc);
  }
  const complete = await partner.completeCustomer();
  const transactions = { list: 't'.repeat(100_000) };
  let settlement = '';
  for (let n = 0; n < PAGE; n += 1) {
    const { json } = await partner.rest(
      'POST',
      '/v1/instant-settlements',
      settlementBody(complete, { transactions }),
    );
    settlement = json.funding_id;
  }
  return { fixture, partner, complete, settlement, kycInput: toGraphqlNames(kyc), close: fixture.close };
}
