import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from '../../../src/pipeline/execute.ts';
import { oidcIssuer, signInByOidc } from '../../../src/nouns/session/oidc/oidc-sign-in.operations.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const CREATE =
  'mutation ($scopes: [Scope!]) { createOperator(input: { name: "Ada Wong", scopes: $scopes }) { id } }';
const UPDATE =
  'mutation ($id: ID!, $scopes: [Scope!]!) { updateOperator(id: $id, input: { scopes: $scopes }) { scopes } }';

let fixture: OperatorFixture;
beforeAll(async () => {
  fixture = await openOperatorFixture();
});
afterAll(() => fixture.fixture.close());

const person = async (scopes: readonly string[]): Promise<string> =>
  (await fixture.operator.graphql(CREATE, { scopes })).json.data.createOperator.id;
const update = async (id: string, scopes: readonly string[]) => {
  const { json } = await fixture.operator.graphql(UPDATE, { id, scopes });
  return json.errors?.[0] ?? json.data.updateOperator.scopes;
};

test('the last operator with admin keeps it, until another one has it', async () => {
  const [ada, grace] = [await person(['READ', 'ADMIN']), await person(['READ'])];
  expect(await update(ada, ['READ'])).toMatchObject({
    message: 'This is the last operator with the scope "admin"; give it to another one first.',
    extensions: { code: 'conflict' },
  });
  expect(await update(ada, ['WRITE', 'ADMIN'])).toEqual(['WRITE', 'ADMIN']);
  expect(await update(grace, ['READ', 'ADMIN'])).toEqual(['READ', 'ADMIN']);
  const answers = await Promise.all([update(ada, ['READ']), update(grace, ['READ'])]);
  expect(answers.map((answer) => answer.extensions?.code ?? 'changed').toSorted()).toEqual([
    'changed',
    'conflict',
  ]);
});

test('scopes that come from the groups of the issuer are changed there', async () => {
  const { view } = await execute(fixture.fixture.gateway, signInByOidc, {
    caller: oidcIssuer,
    requestId: 'test',
    ids: {},
    input: { subject: 'issuer lin', name: 'Lin', email: null, scopes: ['read'] },
  });
  const refused = await update(view?.operator_id ?? '', ['READ', 'WRITE']);
  expect(refused.extensions.code).toBe('conflict');
  expect(refused.message).toContain('groups of your organisation');
});
