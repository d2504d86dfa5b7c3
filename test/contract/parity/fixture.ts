import { openTestGateway, customerBody, settlementBody } from '../../support/gateway.ts';

/** Stands still, so that signed URLs and times come out the same whenever they are made. */
const NOW = new Date('2026-03-04T05:06:07Z');

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** A gateway with a partner, the keys that it may have, and some records in every state that a call needs. */
export async function openFixture() {
  const gateway = await openTestGateway({}, () => NOW);
  const partner = await gateway.partner();
  const reader = await gateway.key(partner.partnerId, { scopes: ['read'] });
  const operator = await gateway.key(partner.partnerId, { role: 'operator' });

  const newCustomer = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { json } = await partner.rest('POST', '/v1/customers', customerBody(changes));
    return json.customer_id;
  };
  const hk = await newCustomer();
  const my = await newCustomer({ company_country: 'MY' });
  const complete = await partner.completeCustomer('HK');

  const newOffer = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(complete, changes));
    return json.funding_id;
  };
  const offer = await newOffer();
  const accepted = await newOffer();
  await partner.rest('PUT', `/v1/instant-settlements/${accepted}/decision`, { type: 'accept' });
  const documents = await partner.rest('GET', `/v1/kyc/documents/${complete}`);
  await gateway.relay();
  const document: string = documents.json.nar1[0].document_id;

  return {
    callers: { partner, reader, operator },
    newCustomer,
    newOffer,
    hk,
    my,
    complete,
    offer,
    accepted,
    document,
    close: gateway.close,
  };
}
