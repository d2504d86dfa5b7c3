import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  openTestGateway,
  type Answer,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { rowCounts } from '../../support/database/row-counts.ts';

const MIB = 1024 * 1024;
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const valid = JSON.stringify(customerBody());

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
});
afterAll(() => fixture.close());

const codeOf = ({ json }: Answer): unknown => json.error?.code ?? json.errors?.[0]?.extensions.code;
const json = { 'content-type': 'application/json' };

describe.each(['/v1/customers', '/graphql'])('POST %s', (path) => {
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['an empty body', ''],
    ['white space', ' \n'],
    ['text', 'hello'],
    ['half an object', '{"a":'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{} // x'],
    ['two values', '{}{}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '{"a":-Infinity}'],
    ['a number that is not finite', '{"a":1e400}'],
    ['a negative number that is not finite, deep inside', '{"a":[{"b":-1e999}]}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['a byte-order mark', `\ufeff${valid}`],
    ['UTF-16', new Uint8Array(Buffer.from(valid, 'utf16le'))],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong encoding', new Uint8Array([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['nesting of 10,000', nested(10_000)],
    ['lists nested 100,000 deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a raw control character in a string', '{"a":"\u0001"}'],
  ])('refuses %s as body_invalid', async (_, body) => {
    const before = await rowCounts(fixture.gateway.database.reads);
    const answer = await partner.rest('POST', path, body, json);
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('body_invalid');
    expect(await rowCounts(fixture.gateway.database.reads)).toEqual(before);
  });

  test.each([
    ['NUL in a value', '{"a":"x\\u0000"}'],
    ['NUL in a name', '{"a\\u0000":1}'],
    ['half a surrogate pair in a value', '{"a":"\\ud83d"}'],
    ['half a surrogate pair in a name', '{"\\udc00":1}'],
    ['surrogates in the wrong order', '{"a":"\\udc00\\ud800"}'],
    ['NUL deep inside', '{"a":[{"b":{"c":["\\u0000"]}}]}'],
  ])('refuses %s as parameter_invalid', async (_, body) => {
    const answer = await partner.rest('POST', path, body, json);
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('parameter_invalid');
    expect(answer.text.isWellFormed()).toBe(true);
    expect(answer.json.error?.message ?? answer.json.errors[0].message).toMatch(
      /^\S.* must not contain NUL.*\.$/,
    );
  });

  test.each([
    ['no media type', {}],
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', { 'content-type': 'application/xml' }],
    ['JSON of another kind', { 'content-type': 'application/ld+json' }],
    ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16', { 'content-type': 'application/json;charset=utf-16' }],
    ['gzip', { ...json, 'content-encoding': 'gzip' }],
    ['brotli', { ...json, 'content-encoding': 'br' }],
  ])('refuses %s with 415', async (_, headers) => {
    const bytes = new Uint8Array(Buffer.from(valid));
    const answer = await partner.rest('POST', path, bytes, headers);
    expect(answer.status).toBe(415);
    expect(codeOf(answer)).toBe('content_type_invalid');
  });

  test.each(['application/json;charset=UTF-8', 'application/json; charset="utf-8"', 'Application/JSON'])(
    'reads %s',
    async (type) => {
      const body = path === '/graphql' ? '{"query":"{ viewer { currencies } }"}' : valid;
      expect((await partner.rest('POST', path, body, { 'content-type': type })).status).toBe(200);
    },
  );

  test('takes 3 MiB and refuses one byte more with 413, whether it is announced or not', async () => {
    const padded = (bytes: number) => new Uint8Array(Buffer.from(valid.padEnd(bytes)));
    const exact = await partner.rest('POST', path, padded(3 * MIB), json);
    expect(codeOf(exact)).not.toBe('request_too_large');
    const over = await partner.rest('POST', path, padded(3 * MIB + 1), json);
    expect([over.status, codeOf(over)]).toEqual([413, 'request_too_large']);
    const streamed = new Blob([padded(3 * MIB + 1)]).stream();
    const unannounced = await partner.rest('POST', path, streamed, json);
    expect([unannounced.status, codeOf(unannounced)]).toEqual([413, 'request_too_large']);
  });
});

test('a REST body nests 32 deep and no deeper', async () => {
  const post = (depth: number) => partner.rest('POST', '/v1/customers', nested(depth), json);
  expect(codeOf(await post(32))).toBe('parameter_unknown');
  expect(codeOf(await post(33))).toBe('body_invalid');
});

test('if a body has a member twice, the last one counts', async () => {
  const body = `{"company_name":"First",${valid.slice(1)}`;
  const answer = await partner.rest('POST', '/v1/customers', body, json);
  expect(answer.json.company_name).toBe('Harbour Trading Limited');
});
