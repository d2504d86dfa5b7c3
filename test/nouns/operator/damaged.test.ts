import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { mendOperator } from '../../../src/nouns/operator/mend-operator.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { allowEverything, verify } from '../../support/fixtures/audit-fixture.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const CREATE = `mutation {
  createOperator(input: { name: "Ada Wong", email: "ada@provider.example", scopes: [READ, WRITE] }) { id } }`;
const DISABLE = 'mutation ($id: ID!) { disableOperator(id: $id) { id } }';
const LIST = '{ operators(first: 2) { nodes { id name email scopes byOidc disabledAt damaged } } }';

let fixture: OperatorFixture;
let partnerId: string;
let ada: { id: string; apiKey: string };
beforeAll(async () => {
  fixture = await openOperatorFixture();
  await allowEverything(fixture.fixture);
  partnerId = (await fixture.get('createPartner', { input: { name: 'Acme' } })).partner.id;
});
afterAll(() => fixture.fixture.close());
beforeEach(async () => {
  const { id } = (await fixture.operator.graphql(CREATE)).json.data.createOperator;
  const input = { role: 'OPERATOR', operatorId: id };
  ada = { id, apiKey: (await fixture.get('createApiKey', { partnerId, input })).apiKey };
});

const edit = (change: Readonly<Record<string, string | null>>) =>
  fixture.fixture.gateway.database.writes
    .updateTable('operator')
    .set(change)
    .where('id', '=', ada.id)
    .execute();
const listed = async () => (await fixture.operator.graphql(LIST)).json.data.operators.nodes;
const mend = (operator_id = ada.id) =>
  execute(fixture.fixture.gateway, mendOperator, {
    caller: commandLine,
    requestId: 'test',
    ids: { operator_id },
    input: {},
  });

const WHOLE = { email: 'ada@provider.example', scopes: ['READ', 'WRITE'], byOidc: false, disabledAt: null };
const DAMAGED = {
  name: 'Damaged record',
  email: null,
  scopes: [],
  byOidc: false,
  disabledAt: null,
  damaged: true,
};

test.each([
  // What a database makes of half a surrogate pair.
  ['name', { name: 'Ada \ufffd' }, { ...WHOLE, name: 'Ada \ufffd' }],
  ['scopes', { scopes: 'read,write,admin' }, { ...WHOLE, name: 'Ada Wong' }],
  ['subject', { oidc_subject: 'issuer mallory' }, { ...WHOLE, name: 'Ada Wong' }],
  ['address', { email: 'no ciphertext' }, { ...WHOLE, name: 'Ada Wong', email: null }],
  ['MAC', { mac: 'none' }, { ...WHOLE, name: 'Ada Wong' }],
])(
  'an operator with a damaged %s is listed as damaged beside the others, and mended with a line in the trail',
  async (column, change, mended) => {
    const other = await fixture.operator.graphql(CREATE);
    await edit(change);
    const [second, damaged] = await listed();
    expect(damaged).toEqual({ id: ada.id, ...DAMAGED });
    expect(second).toMatchObject({ id: other.json.data.createOperator.id, damaged: false });
    if (column !== 'address') expect(await fixture.greets(ada.apiKey)).toBe('service_unavailable');
    await mend();
    expect((await listed())[1]).toEqual({ id: ada.id, ...mended, damaged: false });
    expect(await fixture.greets(ada.apiKey)).toBe(200);
    expect((await fixture.events(`operator/${ada.id}`)).map(({ type, actor }) => [type, actor])).toEqual([
      ['operator.created', fixture.operator.keyId],
      ['operator.mended', 'cli'],
    ]);
    expect((await verify(fixture.fixture)).findings).toEqual([]);
  },
);

test('a person who was disabled stays disabled', async () => {
  await fixture.operator.graphql(DISABLE, { id: ada.id });
  await edit({ disabled_at: null });
  await mend();
  expect((await listed())[0]).toMatchObject({ id: ada.id, damaged: false, disabledAt: expect.any(String) });
});

test('a record without damage is not mended', async () => {
  await expect(mend()).rejects.toThrow('conflict');
  await expect(mend('opr_none')).rejects.toThrow('resource_missing');
});

test('an event that names the scopes without their values proves no scopes', async () => {
  await fixture.fixture.gateway.database.writes
    .updateTable('event')
    .set({ data: JSON.stringify({ changed: ['scopes'] }) })
    .where('subject', '=', `operator/${ada.id}`)
    .execute();
  expect(await fixture.greets(ada.apiKey)).toBe('service_unavailable');
  await expect(mend()).rejects.toThrow('conflict');
  expect((await verify(fixture.fixture)).findings).toContainEqual({
    fault: 'record_differs',
    record: `operator/${ada.id}`,
    says: `Operator ${ada.id} has an event that cannot be read.`,
  });
});
