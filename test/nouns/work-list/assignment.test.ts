import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: Awaited<ReturnType<TestGateway['partner']>>;
let admin: Awaited<ReturnType<TestGateway['key']>>;
let settlement: string;
let ada: string;
beforeEach(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  const customer = await partner.completeCustomer('HK');
  settlement = (await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer))).json
    .funding_id;
  admin = await fixture.key(partner.partnerId, { role: 'operator', scopes: ['read', 'write', 'admin'] });
  ada = await personNamed('Ada Wong');
});
afterEach(() => fixture.close());

async function personNamed(name: string): Promise<string> {
  const create =
    'mutation ($name: String!) { createOperator(input: { name: $name, email: "ada@provider.example" }) { id } }';
  return (await admin.graphql(create, { name })).json.data.createOperator.id;
}

const ASSIGN = 'mutation ($id: ID!, $to: ID) { assign(id: $id, operatorId: $to) { operatorId actorName } }';
const assign = async (to: string | null, id = settlement) => (await admin.graphql(ASSIGN, { id, to })).json;
const shown = async () => {
  const query = 'query ($id: ID!) { instantSettlement(id: $id) { assignment { operatorId actorName } } }';
  return (await admin.graphql(query, { id: settlement })).json.data.instantSettlement.assignment;
};
const events = async () => {
  const query = `{ events(first: 10, filter: { subject: "assignment/${settlement}" }) { nodes { type data } } }`;
  return (await admin.graphql(query)).json.data.events.nodes;
};

test('an operator is responsible until it is changed, and each change is an event', async () => {
  expect(await shown()).toBeNull();
  const responsible = { operatorId: ada, actorName: 'Ada Wong' };
  expect((await assign(ada)).data.assign).toEqual(responsible);
  expect((await assign(ada)).data.assign).toEqual(responsible);
  expect(await shown()).toEqual(responsible);
  expect((await assign(null)).data.assign).toBeNull();
  expect(await shown()).toBeNull();
  expect(await events()).toEqual([
    { type: 'ASSIGNMENT_CHANGED', data: { operator_id: null } },
    { type: 'ASSIGNMENT_CHANGED', data: { operator_id: ada } },
  ]);
});

test('of two assignments at once one stays, and both are events', async () => {
  const ben = await personNamed('Ben Lam');
  await Promise.all([assign(ada), assign(ben)]);
  expect([ada, ben]).toContain((await shown()).operatorId);
  expect(await events()).toHaveLength(2);
});

test('a settlement or an operator that does not exist, and a disabled operator, are refused', async () => {
  const code = async (answer: ReturnType<typeof assign>) => (await answer).errors[0].extensions.code;
  expect(await code(assign(ada, 'fun_00000000000000000000000000'))).toBe('resource_missing');
  expect(await code(assign('opr_00000000000000000000000000'))).toBe('resource_missing');
  await admin.graphql('mutation ($id: ID!) { disableOperator(id: $id) { id } }', { id: ada });
  expect(await code(assign(ada))).toBe('conflict');
  expect(await events()).toEqual([]);
});

test('no partner sees who is responsible', async () => {
  await assign(ada);
  await fixture.relay();
  const feed = await partner.rest('GET', '/v1/events?limit=100');
  expect(feed.status).toBe(200);
  expect(JSON.stringify(feed.json)).not.toContain('assignment');
});
