import { type GraphQLField, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOperatorOnly } from '../../../src/pipeline/graphql-kit/operator-only.ts';
import { gatewaySchema } from '../../../src/features.ts';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';
import { select } from './sample.ts';

/** Every field for operators only, on the types that partners see too. */
const fields = Object.values(gatewaySchema().getTypeMap()).flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields())
        .filter(isOperatorOnly)
        .map((field) => ({ type: type.name, name: `${type.name}.${field.name}`, field }))
    : [],
);

type Field = GraphQLField<unknown, unknown>;

/** For each type, the query by which a partner gets its own record, and the place of the record in the answer. */
const ways: Readonly<Record<string, { readonly query: string; readonly at: readonly (string | number)[] }>> =
  {
    Customer: { query: 'customers { nodes { HERE } }', at: ['customers', 'nodes', 0] },
    Event: { query: 'events { nodes { HERE } }', at: ['events', 'nodes', 0] },
    InstantSettlement: {
      query: 'instantSettlements { nodes { HERE } }',
      at: ['instantSettlements', 'nodes', 0],
    },
    Repayment: { query: 'repayments { nodes { HERE } }', at: ['repayments', 'nodes', 0] },
    Partner: { query: 'viewer { partner { HERE } }', at: ['viewer', 'partner'] },
    InstantSettlementChange: {
      query: 'instantSettlements { nodes { history { HERE } } }',
      at: ['instantSettlements', 'nodes', 0, 'history', 0],
    },
  };

let fixture: TestGateway;
let partner: Awaited<ReturnType<TestGateway['partner']>>;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner({ review: 'auto', auto_accept: true, reports_repayments: true });
  const customer = await partner.completeCustomer('HK');
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
  await operator.graphql(
    'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "p") { id } }',
    { id: json.funding_id },
  );
  const report = { amount: 100, source: 'transfer', reference: 'r' };
  await partner.rest('POST', `/v1/instant-settlements/${json.funding_id}/repayments`, report);
});
afterAll(() => fixture.close());

function queryOf(type: string, field: Field) {
  const way = ways[type];
  if (way === undefined)
    throw new Error(`test/contract/roles/operator-fields.test.ts must say how a partner gets a ${type}.`);
  const { declared, text, variables } = select(field);
  return { query: `query ${declared} { ${way.query.replace('HERE', text)} }`, variables, at: way.at };
}

test('twenty-three fields are for operators only', () => {
  expect(fields.map(({ name }) => name).toSorted()).toEqual([
    'Customer.dueAt',
    'Customer.exposure',
    'Customer.holds',
    'Customer.notes',
    'Customer.partner',
    'Customer.snooze',
    'Event.actorName',
    'InstantSettlement.assignment',
    'InstantSettlement.claim',
    'InstantSettlement.decisions',
    'InstantSettlement.denialNote',
    'InstantSettlement.disbursementReference',
    'InstantSettlement.dueAt',
    'InstantSettlement.extensionReason',
    'InstantSettlement.holds',
    'InstantSettlement.notes',
    'InstantSettlement.partner',
    'InstantSettlement.pendingApprovals',
    'InstantSettlement.snooze',
    'InstantSettlementChange.actorName',
    'InstantSettlementChange.denialNote',
    'Partner.holds',
    'Repayment.dueAt',
    'Repayment.pendingApprovals',
  ]);
});

test('a document with a field for operators only is permission_denied for a partner, and returns nothing', async () => {
  for (const { type, name, field } of fields) {
    const { query, variables } = queryOf(type, field);
    const { json } = await partner.graphql(query, variables);
    expect([name, json.data]).toEqual([name, undefined]);
    expect(json.errors).toEqual([
      expect.objectContaining({
        locations: [expect.anything()],
        extensions: expect.objectContaining({ code: 'permission_denied' }),
      }),
    ]);
  }
});

test('and an operator gets it', async () => {
  for (const { type, name, field } of fields) {
    const { query, variables } = queryOf(type, field);
    const { json } = await operator.graphql(query, variables);
    expect([name, json.errors]).toEqual([name, undefined]);
  }
});
