import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue, type ErrorCode } from '../../../src/kernel/error-catalogue.ts';
import { customerBody, pdf, uploadForm } from '../../support/gateway.ts';
import { callWith, failing, INTERNAL } from './broken-gateway.ts';
import { triggers } from './triggers.ts';
import { openFixture, type Fixture } from './fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.gateway.close());

const isCode = (name: string): name is ErrorCode => Object.hasOwn(catalogue, name);
const codes = Object.keys(catalogue).filter(isCode);

const GRAPHQL_CODES: readonly ErrorCode[] = ['query_invalid', 'query_too_complex', 'not_acceptable'];
/**
 * Codes of operations for operators only, who have only GraphQL; the answer is an error of the operation, not of the
 * request.
 */
const OPERATOR_CODES: readonly ErrorCode[] = [
  'balance_insufficient',
  'kyc_changed',
  'on_hold',
  'rate_above_ceiling',
];
const restCodes = codes.filter((code) => ![...GRAPHQL_CODES, ...OPERATOR_CODES].includes(code));

/** One sentence on one line, so no stack trace. */
const sentence = expect.stringMatching(/^\S[^]*\.$/);

test.each(restCodes)('a request of REST gets %s', async (code) => {
  const { status, type } = catalogue[code];
  const { json, headers, ...answer } = await triggers[code](fixture);
  expect({ status: answer.status, error: json.error }).toMatchObject({ status, error: { type, code } });
  expect(json).toEqual({
    error: {
      type,
      code,
      message: sentence,
      request_id: headers.get('request-id'),
      doc_url: `http://gateway.test/docs/errors#${code}`,
      ...('param' in json.error && { param: expect.stringMatching(/^\S+$/) }),
      ...('errors' in json.error && { errors: expect.any(Array) }),
      ...(code === 'kyc_incomplete' && { missing: expect.arrayContaining(['nar1']) }),
    },
  });
  for (const each of json.error.errors ?? []) {
    expect(codes).toContain(each.code);
    expect(each).toEqual({ code: each.code, param: expect.any(String), message: sentence });
  }
  const { message, param } = json.error;
  if (json.error.errors) expect(json.error.errors[0]).toEqual({ code, param, message });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
});

test.each(GRAPHQL_CODES)('a request of GraphQL gets %s', async (code) => {
  const { status, type } = catalogue[code];
  const { json, headers, ...answer } = await triggers[code](fixture);
  expect(answer.status).toBe(status);
  expect(json.errors[0]).toMatchObject({
    message: sentence,
    extensions: { type, code, requestId: headers.get('request-id') },
  });
});

test.each(OPERATOR_CODES)('a request of an operator gets %s', async (code) => {
  const { json, headers } = await triggers[code](fixture);
  const { type } = catalogue[code];
  expect(json.errors).toMatchObject([
    { message: sentence, extensions: { type, code, requestId: headers.get('request-id') } },
  ]);
});

test.each(['rate_limited', 'idempotency_key_in_use', 'service_unavailable'] as const)(
  '%s says when to send the request again',
  async (code) => {
    const { headers } = await triggers[code](await openFixture());
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  },
);

test('request_too_large says the limit in plain units', async () => {
  const { json } = await triggers.request_too_large(fixture);
  expect(json.error.message).toBe('The body is larger than 3 MiB (3145728 bytes).');
});

test('method_not_allowed says which methods there are', async () => {
  const { headers, json } = await triggers.method_not_allowed(fixture);
  expect(json.error.message).toBe('The path does not have this method; it has GET, HEAD, POST.');
  expect(headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'POST']);
});

test('range_not_satisfiable says how long the document is', async () => {
  const { headers } = await triggers.range_not_satisfiable(fixture);
  expect(headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
});

test('all wrong fields are listed, the first one at the top', async () => {
  const { json } = await triggers.parameter_missing(fixture);
  expect(json.error.errors.map(({ param }: { param: string }) => param)).toEqual(Object.keys(customerBody()));
});

test('a storage that fails is an internal error, shows nothing of its cause and changes nothing', async () => {
  const { gateway: testGateway, partner } = fixture;
  const customer = await partner.rest('POST', '/v1/customers', customerBody());
  const path = `/v1/kyc/documents/${customer.json.customer_id}`;
  const { json } = await partner.rest('POST', path, uploadForm('nar1', [pdf()]));
  const document = await partner.rest('GET', `${path}/${json.files[0].document_id}`);
  const blobs = { ...testGateway.gateway.blobs, get: failing };
  const download = await callWith(testGateway, { blobs }, { path: document.json.url });
  expect(download.json.error).toMatchObject({ type: 'api_error', code: 'internal_error' });
  expect(download.status).toBe(500);
  expect(download.text).not.toContain(INTERNAL);
});

test('a database that fails is an internal error on both APIs and shows nothing of its cause', async () => {
  const { gateway: testGateway, partner } = fixture;
  const database = { ...testGateway.gateway.database, transaction: failing };
  const send = (path: string, body: object) =>
    callWith(
      testGateway,
      { database },
      { method: 'POST', path, authorization: partner.authorization, body: JSON.stringify(body) },
    );
  const byRest = await send('/v1/customers', customerBody());
  const byGraphql = await send('/graphql', {
    query: 'mutation { acceptInstantSettlement(id: "fun_0") { id } }',
  });
  expect(byRest.json.error).toMatchObject({ type: 'api_error', code: 'internal_error' });
  expect(byGraphql.json.errors).toMatchObject([
    { extensions: { type: 'api_error', code: 'internal_error' } },
  ]);
  expect(byRest.text + byGraphql.text).not.toContain(INTERNAL);
});
