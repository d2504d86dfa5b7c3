import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/gateway.ts';
import { refusedKeys } from './caller.triggers.ts';
import { openFixture, type Fixture } from './fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.gateway.close());

const doors = [
  ['REST', 'GET', '/v1/customers', undefined],
  ['REST, a change', 'POST', '/v1/customers', {}],
  ['GraphQL', 'POST', '/graphql', { query: '{ viewer { currencies } }' }],
] as const;

const headersOf = ({ headers }: Answer) =>
  [...headers].filter(([name]) => !['request-id', 'content-length'].includes(name));

/** The answer without the parts that depend on the fault of the key. */
function rest({ json }: Answer, code: string): unknown {
  const error = json.error ?? json.errors[0].extensions;
  expect(error).toMatchObject({ code, type: 'authentication_error' });
  const own = new Set(['code', 'message', 'request_id', 'requestId', 'doc_url']);
  return JSON.parse(JSON.stringify(json), (name, value: unknown) => (own.has(name) ? undefined : value));
}

describe.each(doors)('without a valid key on %s', (_api, method, path, body) => {
  test.each(Object.entries(refusedKeys))(
    '%s differs from a missing key only in its code and its sentence',
    async (code, keyed) => {
      const send = (headers: Readonly<Record<string, string>>) =>
        fixture.gateway.fetch(method, path, { headers, ...(body !== undefined && { body }) });
      const missing = await send({});
      const answer = await send(await keyed(fixture));
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(headersOf(answer)).toEqual(headersOf(missing));
      expect(rest(answer, code)).toEqual(rest(missing, 'api_key_missing'));
    },
  );
});
