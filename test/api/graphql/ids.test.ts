import { getNamedType, type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { gatewaySchema } from '../../../src/features.ts';

/** The types that show a field `id`, with its type and whether they are nodes. */
function typesWithId(schema: GraphQLSchema) {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const { id } = type.getFields();
    if (id === undefined || type.name === 'Node') return [];
    return [
      {
        type: type.name,
        id: String(id.type),
        isNode: type.getInterfaces().some(({ name }) => name === 'Node'),
      },
    ];
  });
}

test('every type with a field id is a Node whose id is an ID, because clients use it as the key of their cache', () => {
  const types = typesWithId(gatewaySchema());
  expect(types.filter(({ id, isNode }) => id !== 'ID!' || !isNode)).toEqual([]);
  expect(types.map(({ type }) => type).toSorted()).toEqual([
    'ApiKey',
    'Approval',
    'Customer',
    'Decision',
    'Document',
    'Event',
    'HkKycRecord',
    'Hold',
    'InstantSettlement',
    'Kyc',
    'MyKycRecord',
    'Operator',
    'Partner',
    'Policy',
    'Repayment',
    'WebhookAttempt',
    'WebhookDelivery',
    'WebhookEndpoint',
    'WebhookReplay',
  ]);
});

test('no input has a field that is named only id', () => {
  const inputs = Object.values(gatewaySchema().getTypeMap()).filter((type) => 'isOneOf' in type);
  expect(inputs.length).toBeGreaterThan(10);
  for (const input of inputs) {
    const fields = 'getFields' in input ? Object.values(input.getFields()) : [];
    expect(fields.map(({ name }) => name)).not.toContain('id');
  }
  expect(getNamedType(gatewaySchema().getQueryType()?.getFields()['node']?.type)?.name).toBe('Node');
});
