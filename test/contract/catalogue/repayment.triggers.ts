import { settlementBody } from '../../support/gateway.ts';
import type { Fixture } from './fixture.ts';

const REPORT = { amount: 5, source: 'transfer', reference: 'twice' };

/** The path of the repayments of a settlement whose money was sent. */
async function fundedPath({ gateway: fixture, partner }: Fixture): Promise<string> {
  const body = settlementBody(await partner.completeCustomer());
  const { json } = await partner.rest('POST', '/v1/instant-settlements', body);
  const path = `/v1/instant-settlements/${json.funding_id}`;
  await partner.rest('PUT', `${path}/decision`, { type: 'accept' });
  const operator = await fixture.key(partner.partnerId, { role: 'operator' });
  const disburse = 'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "1") { id } }';
  await operator.graphql(disburse, { id: json.funding_id });
  return `${path}/repayments`;
}

export const repaymentTriggers = {
  async balance_insufficient(fixture: Fixture) {
    const operator = await fixture.gateway.key(fixture.partner.partnerId, { role: 'operator' });
    const [, , , id] = (await fundedPath(fixture)).split('/');
    return operator.graphql('mutation ($id: ID!) { refundExcess(id: $id, amount: 1, reason: "r") { id } }', {
      id,
    });
  },
  async on_hold(fixture: Fixture) {
    const operator = await fixture.gateway.key(fixture.partner.partnerId, { role: 'operator' });
    const [, , , id] = (await fundedPath(fixture)).split('/');
    await operator.graphql('mutation ($id: ID!) { hold(kind: SETTLEMENT, id: $id, reason: "r") { id } }', {
      id,
    });
    return operator.graphql('mutation ($id: ID!) { refundExcess(id: $id, amount: 1, reason: "r") { id } }', {
      id,
    });
  },
  async repayment_duplicate(fixture: Fixture) {
    const path = await fundedPath(fixture);
    await fixture.partner.rest('POST', path, REPORT);
    return fixture.partner.rest('POST', path, REPORT);
  },
  async repayment_status_invalid(fixture: Fixture) {
    const { json } = await fixture.partner.rest('POST', await fundedPath(fixture), REPORT);
    const path = `/v1/repayments/${json.repayment_id}/cancel`;
    await fixture.partner.rest('POST', path);
    return fixture.partner.rest('POST', path);
  },
  async limit_reached(fixture: Fixture) {
    const path = await fundedPath(fixture);
    for (let sent = 0; sent < 20; sent += 1)
      await fixture.partner.rest('POST', path, { ...REPORT, reference: `report ${sent}` });
    return fixture.partner.rest('POST', path, REPORT);
  },
};
