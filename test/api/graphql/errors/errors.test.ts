import { expect, test } from 'vitest';
import { refusal } from '../../../../src/kernel/errors.ts';
import { gist, internalText, openFixture, readAnswer } from '../fixture.ts';

const fails = (how: string) => openFixture().ask('query ($how: String!) { a: fails(how: $how) }', { how });

test('a refusal by an operation is shown with its type, code, path and request id', async () => {
  const { status, data, errors } = await fails('refused');
  expect({ status, data }).toEqual({ status: 200, data: { a: null } });
  expect(errors).toEqual([
    {
      message: 'There is no such customer.',
      locations: [{ line: 1, column: 25 }],
      path: ['a'],
      extensions: { type: 'invalid_request_error', code: 'resource_missing', requestId: 'req-1' },
    },
  ]);
});

test('several problems are all listed, the first one at the top, in the spelling of GraphQL', async () => {
  const { errors } = await fails('fields');
  expect(errors?.[0]?.message).toBe('registeredAddress.addressLine1 is too long.');
  expect(errors?.[0]?.extensions).toEqual({
    type: 'invalid_request_error',
    code: 'parameter_invalid',
    param: 'registeredAddress.addressLine1',
    errors: [
      {
        code: 'parameter_invalid',
        param: 'registeredAddress.addressLine1',
        message: 'registeredAddress.addressLine1 is too long.',
      },
      {
        code: 'parameter_missing',
        param: 'directorsIdentityNumber[2].type',
        message: 'directorsIdentityNumber[2].type is required.',
      },
    ],
    requestId: 'req-1',
  });
});

test.each(['bug', 'text'])(
  'a failure (%s) is logged once, with the request id, and the response says nothing about its cause',
  async (how) => {
    const { ask, logged } = openFixture();
    const answer = await ask('query ($how: String!) { fails(how: $how) }', { how });
    expect(gist(answer)).toEqual([
      { code: 'internal_error', message: 'The gateway could not process this part of the request.' },
    ]);
    expect(answer.text).not.toContain('SELECT');
    expect(answer.text).not.toContain('stack');
    expect(logged).toHaveLength(1);
    expect(logged[0]?.requestId).toBe('req-1');
    expect(String(logged[0]?.error)).toContain(internalText);
  },
);

test('a resolver that returns a value of another type is a failure, and the value is not shown', async () => {
  const { ask, logged } = openFixture();
  const answer = await ask('{ never }');
  expect(gist(answer)).toMatchObject([{ code: 'internal_error' }]);
  expect(answer.text).not.toContain('not a number');
  expect(logged).toHaveLength(1);
});

test('an error that reaches the top leaves the data null and the status 200, for every media type', async () => {
  const { send } = openFixture();
  const response = await send(
    { query: '{ failsHard(how: "refused") }' },
    { accept: 'application/graphql-response+json' },
  );
  expect(response.status).toBe(200);
  expect(await readAnswer(response)).toMatchObject({ data: null, errors: [{ path: ['failsHard'] }] });
});

test('a refusal while the context is made has the status of the catalogue', async () => {
  const context = () => {
    throw refusal('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  };
  const answer = await openFixture({ context }).ask('{ __typename }');
  expect(answer.status).toBe(400);
  expect(answer).not.toHaveProperty('data');
  expect(gist(answer)).toMatchObject([{ code: 'idempotency_key_invalid' }]);
});

test('a failure while the context is made is a 500 without its cause, and is logged once', async () => {
  const context = () => {
    throw new TypeError(internalText);
  };
  const { ask, logged } = openFixture({ context });
  const answer = await ask('{ __typename }');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('SELECT');
  expect(logged).toHaveLength(1);
});

test('resolvers get the same context object that was made', async () => {
  class Context {
    readonly #secret = 'kept';
    get echo() {
      return this.#secret;
    }
  }
  const context = new Context();
  const { ask } = openFixture({ context: () => context });
  expect((await ask('{ viaContext }')).data).toEqual({ viaContext: 'kept' });
});
