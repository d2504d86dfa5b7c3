import { describe, expect, test } from 'vitest';
import { noFacts } from '../../../src/engine/log/request-facts.ts';
import type { Upload } from '../../../src/api/graphql/request/request-state.ts';
import { replyWithRefusal } from '../../../src/api/graphql/request/respond.ts';
import { refusal } from '../../../src/kernel/errors.ts';
import { gist, openFixture, readAnswer } from './fixture.ts';

const { fetch, send } = openFixture();
const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`/graphql?${new URLSearchParams(parameters)}`, { headers });
const post = (body: BodyInit, headers: Record<string, string>) =>
  fetch('/graphql', { method: 'POST', headers, body });

describe('a GET', () => {
  test('answers a query', async () => {
    const response = await get({ query: 'query ($t: String) { echo(text: $t) }', variables: '{"t":"a&b"}' });
    expect(response.status).toBe(200);
    expect(await readAnswer(response)).toMatchObject({ data: { echo: '{"text":"a&b"}' } });
  });

  test('does not change anything', async () => {
    const response = await get({ query: 'mutation { touch(customerId: 1) }' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(gist(await readAnswer(response))).toMatchObject([{ code: 'method_not_allowed' }]);
  });

  test.each([
    [{}, 'parameter_missing', 'query'],
    [{ query: '' }, 'parameter_missing', 'query'],
    [{ query: '{ echo }', variables: '{"s3cret' }, 'parameter_invalid', 'variables'],
    [{ query: '{ echo }', variables: '[1]' }, 'parameter_invalid', 'variables'],
  ])('with %j is refused', async (parameters: Record<string, string>, code, param) => {
    const response = await get(parameters);
    expect(response.status).toBe(400);
    const answer = await readAnswer(response);
    expect(gist(answer)).toMatchObject([{ code, param }]);
    expect(answer.text).not.toContain('s3cret');
  });

  test.each(['', 'null'])('reads variables=%s as no variables', async (variables) => {
    const response = await get({ query: '{ echo }', variables });
    expect(await readAnswer(response)).toMatchObject({ data: { echo: '{}' } });
  });

  test.each([
    ['query', encodeURIComponent('{ echo }'), 'query must be a string.'],
    ['variables', '{}', 'variables must be an object.'],
  ])('with %s twice is refused, as a repeated parameter is on REST', async (name, value, message) => {
    const response = await fetch(`/graphql?query=%7B+echo+%7D&${name}=${value}&${name}=${value}`);
    expect(response.status).toBe(400);
    expect(gist(await readAnswer(response))).toEqual([{ code: 'parameter_invalid', param: name, message }]);
  });

  test('that looks like a health check is answered as GraphQL', async () => {
    expect(await readAnswer(await get({ query: '{ echo }', operationName: '/health' }))).toMatchObject({
      errors: [{ extensions: { code: 'query_invalid' } }],
    });
  });
});

describe('a POST', () => {
  test.each([
    ['text/plain', '{"query":"{ echo }"}'],
    ['application/graphql', '{ echo }'],
    ['application/x-www-form-urlencoded', 'query={ echo }'],
    ['application/jsonp', '{"query":"{ echo }"}'],
  ])('of %s is refused', async (contentType, body) => {
    const response = await post(body, { 'content-type': contentType });
    expect(response.status).toBe(415);
    expect(gist(await readAnswer(response))).toMatchObject([{ code: 'content_type_invalid' }]);
  });

  test.each(['{"query":', '[{"query":"{ echo }"}]', 'null', ''])(
    'of the body %s has the status of the catalogue',
    async (body) => {
      const response = await post(body, { 'content-type': 'application/json' });
      expect(response.status).toBe(400);
      expect(gist(await readAnswer(response))).toMatchObject([{ code: 'body_invalid' }]);
    },
  );

  test('names every member that is wrong', async () => {
    const response = await send({ query: 5, variables: [] });
    expect(response.status).toBe(400);
    const answer = await readAnswer(response);
    expect(gist(answer)).toEqual([
      { code: 'parameter_invalid', param: 'query', message: 'query must be a string.' },
      { code: 'parameter_invalid', param: 'variables', message: 'variables must be an object.' },
    ]);
  });

  test('may have members that the gateway does not know, which are ignored', async () => {
    const answer = await readAnswer(await send({ query: '{ echo }', id: 'a1', documentId: 'b2', bogus: [] }));
    expect(answer).toMatchObject({ data: { echo: '{}' } });
  });

  test.each([
    { extensions: { persistedQuery: { version: 1, sha256Hash: 'ab' } } },
    { documentId: 'sha256:ab' },
    { query: null, documentId: 'sha256:ab', variables: {} },
  ])('that names its document instead of sending it gets the error that clients know: %j', async (body) => {
    const response = await send(body);
    expect(response.status).toBe(200);
    expect(gist(await readAnswer(response))).toEqual([
      { code: 'query_invalid', message: 'PersistedQueryNotSupported' },
    ]);
    const strict = await send(body, { accept: 'application/graphql-response+json' });
    expect(strict.status).toBe(400);
  });

  test('with neither a query nor the name of one lacks the query', async () => {
    const answer = await readAnswer(await send({ extensions: { tracing: true } }));
    expect(gist(answer)).toEqual([
      { code: 'parameter_missing', param: 'query', message: 'query is required.' },
    ]);
  });

  test('with an empty operationName runs the one operation that there is', async () => {
    const answer = await readAnswer(await send({ query: '{ echo }', operationName: '' }));
    expect(answer).toMatchObject({ data: { echo: '{}' } });
  });
});

describe('the media type of the response', () => {
  const json = 'application/json; charset=utf-8';
  const graphql = 'application/graphql-response+json; charset=utf-8';

  test.each([
    ['*/*', json],
    ['application/*', json],
    ['application/graphql-response+json, application/json;q=0.9', graphql],
    ['application/json;q=0.1, application/graphql-response+json', graphql],
    ['application/json, application/graphql-response+json', json],
    ['text/html, */*;q=0.1', json],
    ['Application/JSON; Charset="UTF-8"', json],
    ['text/event-stream, application/json', json],
  ])('for %s is %s', async (accept, expected) => {
    expect((await send({ query: '{ echo }' }, { accept })).headers.get('content-type')).toBe(expected);
  });

  test.each([
    'text/html',
    'image/*',
    'multipart/mixed',
    'application/json;q=0',
    'application/json; charset=latin1',
  ])('cannot be %s, and nothing is executed', async (accept) => {
    const fixture = openFixture({ context: () => expect.unreachable() });
    const answer = await fixture.send({ query: 'mutation { touch(customerId: 1) }' }, { accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([406, json]);
    expect(await answer.json()).toMatchObject({
      errors: [{ extensions: { code: 'not_acceptable', type: 'invalid_request_error' } }],
    });
    expect(fixture.logged).toEqual([]);
  });
});

describe('an upload', () => {
  const upload = (operation: Record<string, unknown>) => {
    const discarded: string[] = [];
    const readUpload = async (): Promise<Upload> => ({
      operation,
      discard: async () => {
        discarded.push('once');
      },
    });
    const fixture = openFixture({ readUpload });
    const headers = { 'content-type': 'Multipart/Form-Data; boundary=x' };
    return {
      discarded,
      fixture,
      send: () => fixture.fetch('/graphql', { method: 'POST', headers, body: 'x' }),
    };
  };
  class Part {
    readonly name = 'a file';
  }
  const query = 'mutation ($input: CreateInput!) { create(input: $input) }';

  test('gives its files to the operation and is discarded when the response is ready', async () => {
    const { discarded, send: run } = upload({ query, variables: { input: { name: 'x', file: new Part() } } });
    const { data } = await readAnswer(await run());
    expect(data).toEqual({ create: '{"input":{"name":"x","file":{"name":"a file"}}}' });
    expect(discarded).toEqual(['once']);
  });

  test.each([{}, { query: '{' }, { query: '{ nope }' }, { query, variables: {} }])(
    'is discarded when %j is refused',
    async (operation) => {
      const { discarded, send: run } = upload(operation);
      expect(await readAnswer(await run())).toHaveProperty('errors');
      expect(discarded).toEqual(['once']);
    },
  );

  test('that cannot be discarded is logged, and its request still succeeds', async () => {
    const discard = () => Promise.reject(new Error('disk'));
    const fixture = openFixture({ readUpload: async () => ({ operation: { query: '{ echo }' }, discard }) });
    const response = await fixture.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'x',
    });
    expect(response.status).toBe(200);
    expect(fixture.logged).toHaveLength(1);
  });

  test('that is refused while it is read has the status of the catalogue', async () => {
    const readUpload = () =>
      Promise.reject(refusal('request_too_large', 'The upload is larger than 100 MiB.'));
    const fixture = openFixture({ readUpload });
    const response = await fixture.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'x',
    });
    expect(response.status).toBe(413);
    expect(gist(await readAnswer(response))).toMatchObject([{ code: 'request_too_large' }]);
  });
});

test('a request that never reaches the server is refused in the same form', async () => {
  const request = new Request('http://localhost/graphql', {
    headers: { accept: 'application/graphql-response+json' },
  });
  const refused = refusal('rate_limited', 'Too many requests.', {
    retryAfterSeconds: 3,
    headers: { 'X-A': 'b' },
  });
  const response = replyWithRefusal(request, refused, { requestId: 'req-9', facts: noFacts() }, () => {});
  expect(response.status).toBe(429);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-length': '143',
    'content-type': 'application/graphql-response+json; charset=utf-8',
    'retry-after': '3',
    'x-a': 'b',
  });
  expect(await response.json()).toEqual({
    errors: [
      {
        message: 'Too many requests.',
        extensions: { type: 'rate_limit_error', code: 'rate_limited', retryAfter: 3, requestId: 'req-9' },
      },
    ],
  });
});

test('a disposed server releases its resources', async () => {
  const { server } = openFixture();
  await expect(server.dispose()).resolves.toBeUndefined();
});
