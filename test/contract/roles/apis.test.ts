import { OperationTypeNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewaySchema, routesOf } from '../../../src/features.ts';
import { pdf } from '../../support/gateway.ts';
import * as documents from '../../support/graphql/documents.ts';
import { graphqlUpload, uploadInput, uploadVariables } from '../../support/requests/upload-bodies.ts';
import { type Key, type Keys, openKeys, verdictOf } from './keys.ts';
import { isOperatorField, PERMISSIONS, permissionOf } from '../../support/permissions.ts';
import { select } from './sample.ts';

const schema = gatewaySchema();
const rootFields = Object.values(OperationTypeNode).flatMap((operation) => {
  const type = schema.getRootType(operation);
  return Object.values(type?.getFields() ?? {}).map((field) => ({
    name: `${type?.name}.${field.name}`,
    operation,
    field,
  }));
});
const keyedRows = routesOf({ sandbox: true }).filter(({ access }) => access === 'key');

let fixture: Keys;
beforeAll(async () => {
  fixture = await openKeys();
});
afterAll(() => fixture.close());

test('the table names no field and no row that is not there', () => {
  const there = [
    ...rootFields.map(({ name }) => name),
    ...keyedRows.map(({ method, path }) => `${method} ${path}`),
  ];
  const named = Object.values(PERMISSIONS).flatMap(({ fields = [], rows = [] }) => [...fields, ...rows]);
  expect(named.toSorted()).toEqual(there.toSorted());
});

test('the schema says of every root field whether it is for operators', () => {
  const said = rootFields.filter(({ field }) => field.description?.endsWith('For operators.') === true);
  const meant = rootFields.filter(({ name }) => isOperatorField(name));
  expect(said.map(({ name }) => name)).toEqual(meant.map(({ name }) => name));
});

describe('GraphQL', () => {
  test.each(rootFields)('$name', async ({ name, operation, field }) => {
    const ask = name === 'Mutation.uploadDocuments' ? upload : caller(operation, field);
    const verdicts = await fixture.verdicts(async (key) => {
      const { json } = await ask(key);
      return verdictOf(json?.errors?.[0]?.extensions.code);
    });
    expect(verdicts).toEqual(fixture.expected(permissionOf(name)));
  });
});

function caller(operation: string, field: (typeof rootFields)[number]['field']) {
  const { declared, text, variables } = select(field);
  // An allowed subscription would begin a stream; this client does not accept streams.
  const headers = operation === 'subscription' ? { accept: 'application/json' } : {};
  return (key: Key) => key.graphql(`${operation} ${declared} { ${text} }`, variables, headers);
}

/** Files cannot be sent in variables. */
function upload(key: Key) {
  const files = [pdf()];
  const given = { ids: { customer_id: 'cus_none' }, input: uploadInput('nar1', files), files };
  const form = graphqlUpload(documents.UploadDocuments.toString(), uploadVariables(given), given);
  return key.rest('POST', '/graphql', form);
}

/** Permission is checked before a query or a body: a body that the key may not send is not read. */
const NONSENSE = 'no body of any form';

describe('REST', () => {
  test.each(keyedRows)('$method $path', async ({ method, path, describe: { body } }) => {
    const target = path.replaceAll(/\{\w+\}/g, 'none') + (body === undefined ? '?nonsense=1' : '');
    const verdicts = await fixture.verdicts(async (key) => {
      const { json } = await key.rest(method, target, body === undefined ? undefined : NONSENSE);
      return verdictOf(json.error?.code);
    });
    expect(verdicts).toEqual(fixture.expected(permissionOf(`${method} ${path}`)));
  });
});
