import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawRequest, readAnswer, sendRaw } from '../../support/requests/raw-request.ts';
import { type Served, serveTestGateway } from '../../support/served.ts';
import { customerBody } from '../../support/gateway.ts';

let served: Served;
let authorization: string;
beforeAll(async () => {
  served = await serveTestGateway({ CORS_ORIGINS: 'https://app.example', TRUST_PROXY: '1' });
  ({ authorization } = await served.partner());
});
afterAll(() => served.stop());

let addresses = 0;
/** Each from another address, so that none has sent too many wrong keys. */
const send = ({ headers, ...request }: RawRequest) => {
  addresses += 1;
  return sendRaw(served.baseUrl, {
    ...request,
    headers: { ...headers, 'X-Forwarded-For': `192.0.2.${addresses}` },
  });
};
const codeOf = (answer: { readonly text: string }): string => {
  const { error, errors } = JSON.parse(answer.text);
  return error?.code ?? errors[0].extensions.code;
};
const asked = (line: string, headers: RawRequest['headers'] = {}) => ({
  line,
  headers: { Authorization: authorization, ...headers },
});
const query = encodeURIComponent('{ viewer { __typename } }');

describe('every answer has its request id, no-store and nosniff', () => {
  test.each([
    ['health', { line: 'GET /healthz' }, 200],
    ['readiness', { line: 'GET /readyz' }, 200],
    ['a list', () => asked('GET /v1/customers'), 200],
    ['a HEAD', () => asked('HEAD /v1/customers'), 200],
    ['no key', { line: 'GET /v1/customers' }, 401],
    ['no such path', { line: 'GET /nowhere' }, 404],
    ['another method', { line: 'PATCH /v1/customers' }, 405],
    ['GraphQL', () => asked(`GET /graphql?query=${query}`), 200],
    ['a HEAD of GraphQL', () => asked(`HEAD /graphql?query=${query}`), 200],
    ['GraphQL without a key', { line: `GET /graphql?query=${query}` }, 401],
    [
      'GraphQL in a media type that does not exist',
      () => asked(`GET /graphql?query=${query}`, { Accept: 'text/xml' }),
      406,
    ],
    [
      'a preflight',
      {
        line: 'OPTIONS /v1/customers',
        headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
      },
      204,
    ],
    ['no Host', { line: 'GET /healthz', headers: { Host: null } }, 400],
    ['two Hosts', { line: 'GET /healthz', headers: { Host: ['a', 'b'] } }, 400],
    ['an expectation', { line: 'GET /healthz', headers: { Expect: 'miracles' } }, 417],
    ['no HTTP at all', { line: 'hello' }, 400],
    ['a header that is no header', { line: 'GET /healthz', headers: { 'a b': 'c' } }, 400],
    ['a header too long', { line: 'GET /healthz', headers: { A: 'a'.repeat(20_000) } }, 413],
  ] as const)('%s', async (_what, request, status) => {
    const answer = await send(typeof request === 'function' ? request() : request);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('request-id')).toMatch(/^[\w-]{1,64}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('an error says where it is explained', async () => {
    const answer = await send({ line: 'GET /v1/customers', headers: { Host: null } });
    const { code, doc_url } = JSON.parse(answer.text).error;
    expect(doc_url).toBe(`http://gateway.test/docs/errors#${code}`);
  });
});

describe('an answer has each header once, so that browsers take what they may read from another origin', () => {
  /** The path of a document's download. */
  async function downloadPath(): Promise<string> {
    const partner = await served.partner();
    const { json: customer } = await partner.rest('POST', '/v1/customers', customerBody());
    const { json: uploaded } = await partner.upload(customer.customer_id, 'nar1');
    const path = `/v1/kyc/documents/${customer.customer_id}/${uploaded.files[0].document_id}`;
    const { pathname, search } = new URL((await partner.rest('GET', path)).json.url);
    return pathname + search;
  }

  test.each([
    ['a download', async () => ({ line: `GET ${await downloadPath()}` }), 200],
    [
      'a part of it',
      async () => ({ line: `GET ${await downloadPath()}`, headers: { Range: 'bytes=0-1' } }),
      206,
    ],
    ['a download that is refused', async () => ({ line: `GET ${await downloadPath()}0` }), 403],
    ['a list', async () => asked('GET /v1/customers'), 200],
    ['GraphQL', async () => asked(`GET /graphql?query=${query}`), 200],
    ['a page of the documentation', async () => ({ line: 'GET /docs' }), 200],
    ['the console', async () => ({ line: 'GET /console' }), 200],
  ] as const)('%s', async (_what, made, status) => {
    const request: RawRequest = await made();
    const answer = await send({
      ...request,
      headers: { ...request.headers, Origin: 'https://app.example' },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const [head = ''] = answer.raw.split('\r\n\r\n', 1);
    const names = head.split('\r\n').map((line) => line.split(':', 1)[0]?.toLowerCase());
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

test('a page of a configured origin reads the name of a download, and which part of it came', async () => {
  const answer = await send({ line: 'GET /v1/files/any', headers: { Origin: 'https://app.example' } });
  const readable = answer.headers.get('access-control-expose-headers')?.split(', ') ?? [];
  expect(readable).toEqual(
    expect.arrayContaining(['Accept-Ranges', 'Content-Disposition', 'Content-Range', 'ETag']),
  );
});

test('a page of a configured origin may ask for a part of a download', async () => {
  const answer = await send({
    line: 'OPTIONS /v1/files/any',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
  });
  const sendable = answer.headers.get('access-control-allow-headers')?.split(', ') ?? [];
  expect(sendable).toEqual(expect.arrayContaining(['Range', 'If-Range']));
});

describe('requests are routed by the target exactly as it was sent', () => {
  test.each(['x/healthz?', 'x/graphql?', 'a b', '[', 'x#', '%'])(
    'not what the Host %s makes of it',
    async (host) => {
      const rest = await send(asked('GET /v1/customers', { Host: host }));
      expect([rest.status, JSON.parse(rest.text)]).toMatchObject([200, { count: expect.any(Number) }]);
      const graphql = await send(asked(`GET /graphql?query=${query}`, { Host: host }));
      expect([graphql.status, JSON.parse(graphql.text)]).toMatchObject([200, { data: { viewer: {} } }]);
    },
  );

  test.each([
    ['/healthz', 200],
    ['/v1/nowhere', 404],
    ['', 404],
    ['/graphql', 401],
    ['?x=/healthz', 404],
  ])('in absolute form: http://elsewhere.example%s', async (path, status) => {
    expect((await send({ line: `GET http://elsewhere.example${path}` })).status).toBe(status);
  });

  test.each(['//healthz', '/x/../healthz', '/%68ealthz', '/healthz#', '*'])(
    '%s is not /healthz',
    async (target) => {
      const method = target === '*' ? 'OPTIONS' : 'GET';
      const answer = await send({ line: `${method} ${target}` });
      expect([answer.status, codeOf(answer)]).toEqual([404, 'route_unknown']);
    },
  );
});

describe('a key', () => {
  test.each([
    ['by itself', (key: string) => key, 'api_key_missing'],
    ['in another scheme', (key: string) => `Basic ${key}`, 'api_key_missing'],
    ['in an empty header', () => '', 'api_key_missing'],
    ['in two headers', (key: string) => [`Bearer ${key}`, `Bearer ${key}`], 'api_key_invalid'],
    ['beside another scheme', (key: string) => ['Basic eDp5', `Bearer ${key}`], 'api_key_invalid'],
    ['that is empty', () => 'Bearer', 'api_key_invalid'],
    ['that is two words', (key: string) => `Bearer ${key} x`, 'api_key_invalid'],
    ['that does not exist', () => 'Bearer unknown', 'api_key_invalid'],
  ] as const)('%s is refused on both APIs', async (_what, headerOf, code) => {
    const headers = { Authorization: headerOf(authorization.slice('Bearer '.length)) };
    for (const line of ['GET /v1/customers', `GET /graphql?query=${query}`]) {
      const answer = await send({ line, headers });
      expect([answer.status, codeOf(answer)]).toEqual([401, code]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.text).toContain(code === 'api_key_missing' ? 'Authorization: Bearer <key>' : 'not valid');
    }
  });
});

describe('the order of errors', () => {
  const wrong = { Authorization: 'Bearer unknown', 'Content-Type': 'text/plain' };
  test.each([
    ['an unknown path before the key', 'POST /v1/nowhere', wrong, 404, 'route_unknown'],
    ['the method before the key', 'DELETE /v1/customers', wrong, 405, 'method_not_allowed'],
    ['the method before the key', 'DELETE /graphql', wrong, 405, 'method_not_allowed'],
    ['the key before the media type', 'POST /v1/customers', wrong, 401, 'api_key_invalid'],
    ['the key before the media type', 'POST /graphql', wrong, 401, 'api_key_invalid'],
  ])('%s: %s', async (_what, line, headers, status, code) => {
    const answer = await send({ line, headers, body: '{' });
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD, POST' : null);
  });

  test.each(['/v1/customers', '/graphql'])(
    'the media type before the size, the size before the JSON: %s',
    async (path) => {
      const tooMuch = String(4 * 1024 * 1024);
      const typed = (type: string, more: RawRequest['headers'] = {}) =>
        send({
          ...asked(`POST ${path}`, { 'Content-Type': type, Connection: 'keep-alive', ...more }),
          body: '{',
        });
      expect(codeOf(await typed('text/plain', { 'Content-Length': tooMuch }))).toBe('content_type_invalid');
      expect(codeOf(await typed('application/json', { 'Content-Encoding': 'gzip' }))).toBe(
        'content_type_invalid',
      );
      expect(codeOf(await typed('application/json', { 'Content-Length': tooMuch }))).toBe(
        'request_too_large',
      );
      expect(codeOf(await typed('application/json', { 'Idempotency-Key': 'two words' }))).toBe(
        'body_invalid',
      );
    },
  );

  test('a missing resource before a parameter in the query of a change, as for a GET', async () => {
    const absent = '/v1/customers/cus_00000000000000000000000000?colour=red';
    const put = await send({
      ...asked(`PUT ${absent}`, { 'Content-Type': 'application/json' }),
      body: JSON.stringify(customerBody()),
    });
    expect(codeOf(put)).toBe('resource_missing');
    expect(codeOf(await send(asked(`GET ${absent}`)))).toBe('resource_missing');
  });
});

test.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'UTF8'])('the charset of JSON may be %s', async (charset) => {
  const answer = await send({
    ...asked('POST /v1/customers', { 'Content-Type': `Application/JSON; charset=${charset}` }),
    body: JSON.stringify(customerBody()),
  });
  expect(answer.status).toBe(200);
});

describe('GraphQL', () => {
  test('HEAD gets the response of GET without its body', async () => {
    const line = `/graphql?query=${query}`;
    const [head, get] = [await send(asked(`HEAD ${line}`)), await send(asked(`GET ${line}`))];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(get.text.length));
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  });

  test('a HEAD from a page of another origin has each header of CORS once', async () => {
    const origin = 'https://app.example';
    const answer = await send(asked(`HEAD /graphql?query=${query}`, { Origin: origin }));
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test('a query does not look at an Idempotency-Key, a mutation does', async () => {
    const headers = { 'Idempotency-Key': 'two words', 'Content-Type': 'application/json' };
    const post = (document: string) =>
      send({ ...asked('POST /graphql', headers), body: JSON.stringify({ query: document }) });
    expect((await send(asked(`GET /graphql?query=${query}`, headers))).text).not.toContain('errors');
    expect((await post('{ viewer { __typename } }')).text).not.toContain('errors');
    const mutation = await post('mutation { acceptInstantSettlement(id: "fun_x") { id } }');
    expect([mutation.status, codeOf(mutation)]).toEqual([400, 'idempotency_key_invalid']);
  });
});

test('bytes that are no HTTP are refused after the answers to complete requests before them', async () => {
  const body = JSON.stringify(customerBody({ external_customer_id: 'pipelined' }));
  const head = ['Host: x', `Authorization: ${authorization}`].join('\r\n');
  const create = `POST /v1/customers HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const socket = connect(Number(new URL(served.baseUrl).port), '127.0.0.1');
  socket.write(`${create}${create}garbage\r\n\r\n`);
  const [none, first = '', second = '', third = ''] = (await text(socket)).split('HTTP/1.1 ');
  expect(none).toBe('');
  expect(first).toMatch(/^200 /);
  expect(second).toMatch(/^200 /);
  expect(second).toContain('"customer_id":"cus_');
  expect(readAnswer(`HTTP/1.1 ${third}`)).toMatchObject({ status: 400 });
  const list = await send(asked('GET /v1/customers?external_customer_id=pipelined'));
  expect(JSON.parse(list.text).count).toBe(2);
});
