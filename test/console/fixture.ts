import { settlementBody } from '../support/gateway.ts';
import { serveTestGateway } from '../support/served.ts';

export const HOSTILE = '<img src=x onerror=alert(1)>';

export type ConsoleFixture = Awaited<ReturnType<typeof openConsole>>;

/** A gateway with a partner under review, whose customers wait, and two operators with a key each. */
export async function openConsole() {
  const served = await serveTestGateway({ RATE_LIMIT: 'off' });
  const { gateway, baseUrl } = served;
  const partner = await gateway.partner({ name: 'Harbour Pay', review: 'manual' });
  const admin = await gateway.key(partner.partnerId, { role: 'operator', name: 'First operator' });

  async function person(name: string) {
    const made = await admin.graphql(
      'mutation ($name: String!) { createOperator(input: { name: $name, email: "someone@provider.example" }) { id } }',
      { name },
    );
    const operatorId: string = made.json.data.createOperator.id;
    return {
      operatorId,
      ...(await gateway.key(partner.partnerId, { role: 'operator', operator_id: operatorId })),
    };
  }

  /** A customer that asks for funding; answers the ids of both. */
  async function request(companyName: string, changes: Readonly<Record<string, unknown>> = {}) {
    const customerId = await partner.completeCustomer();
    const { json: before } = await partner.rest('GET', `/v1/customers/${customerId}`);
    await partner.rest('PUT', `/v1/customers/${customerId}`, { ...before, company_name: companyName });
    const { json } = await partner.rest(
      'POST',
      '/v1/instant-settlements',
      settlementBody(customerId, changes),
    );
    return { customerId, fundingId: String(json.funding_id) };
  }

  /** Gives the events of this moment their positions, as the relay of a running gateway does. */
  const { relay } = gateway;

  return { relay, served, gateway, baseUrl, partner, admin, person, request, ada: await person('Ada Wong') };
}
