import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  openTestGateway,
  type Answer,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  customerId = (await partner.rest('POST', '/v1/customers', customerBody())).json.customer_id;
});
afterAll(() => fixture.close());

const messageOf = ({ json }: Answer): unknown => json.error?.message ?? json.errors?.[0].message;
const headers = { 'content-type': 'application/json' };
const post = async (path: string, body: string | Uint8Array<ArrayBuffer>) =>
  messageOf(await partner.rest('POST', path, body, headers));

const NO_VALUE =
  'no value begins: it must be an object, a list, a text in double quotes, a number, true, false or null';
const NO_COMMA = 'a comma, or the end of the object or list, is missing';
const lines = (...all: readonly string[]) => all.join('\n');

const cases: readonly [what: string, body: string | Uint8Array<ArrayBuffer>, why: string][] = [
  ['an empty body', '', 'it is empty'],
  ['half an object', '{"a":', 'at line 1, column 6 it ends too early'],
  ['a text that does not end', lines('{', '  "a": "b'), 'at line 2, column 10 it ends too early'],
  [
    'a trailing comma in an object',
    lines('{', '  "a": 1,', '}'),
    'at line 3, column 1 a name in double quotes is missing',
  ],
  ['a trailing comma in a list', '{"a": [1,]}', `at line 1, column 10 ${NO_VALUE}`],
  ['no comma', lines('{', '  "a": 1', '  "b": 2', '}'), `at line 3, column 3 ${NO_COMMA}`],
  ['no colon', '{"a" 1}', 'at line 1, column 6 a colon is missing'],
  ['a comment', lines('{', '  // secret', '}'), 'at line 2, column 3 a name in double quotes is missing'],
  ['two values', lines('{}', '{}'), 'at line 2, column 1 something follows the end of the JSON'],
  ['single quotes', "{'a': 1}", 'at line 1, column 2 a name in double quotes is missing'],
  ['None of Python', '{"a": None}', `at line 1, column 7 ${NO_VALUE}`],
  ['a word', '{"a": nil}', `at line 1, column 7 ${NO_VALUE}`],
  ['a number with a comma', '{"a": 1,000}', 'at line 1, column 9 a name in double quotes is missing'],
  ['a number without digits', '{"a": 1.}', 'at line 1, column 9 a digit is missing'],
  [
    'a line break in a text',
    lines('{"a": "b', 'c"}'),
    String.raw`at line 1, column 9 a text has a control character: a line break is written as \n`,
  ],
  [
    'a path of Windows',
    String.raw`{"a": "C:\data"}`,
    'at line 1, column 10 a text has an escape that JSON does not have',
  ],
  [
    'half an escape',
    String.raw`{"a": "\u12"}`,
    'at line 1, column 12 a text has an escape that JSON does not have',
  ],
  [
    'a byte-order mark',
    '\ufeff{}',
    'at line 1, column 1 it begins with a byte-order mark, which JSON does not allow',
  ],
  ['what follows characters of two code units', '{"香港": "👍🏽" 1}', `at line 1, column 13 ${NO_COMMA}`],
  [
    'Latin-1',
    new Uint8Array(Buffer.from('{\n "a": "h\u00e9"}', 'latin1')),
    'at line 2, column 9 a byte is not UTF-8',
  ],
  [
    'half a character',
    new Uint8Array([0x7b, 0x22, 0xef, 0xbf, 0x41, 0x22]),
    'at line 1, column 3 a byte is not UTF-8',
  ],
];

describe.each(['/v1/customers', '/graphql'])('POST %s', (path) => {
  test.each(cases)('says where JSON with %s has its fault', async (_what, body, why) => {
    expect(await post(path, body)).toBe(`The body is not a well-formed JSON object: ${why}.`);
  });

  test('says that JSON is no object', async () => {
    expect(await post(path, '"x"')).toBe('The body is not a well-formed JSON object.');
  });
});

test('a fault after a million lines is reported with its line', async () => {
  const body = `{${'\n'.repeat(1_000_000)}x}`;
  expect(await post('/v1/customers', body)).toContain('at line 1000001, column 1 a name');
});

test('the sentence contains nothing of the body', async () => {
  const known = new Set(
    cases.flatMap(([, , why]) => why.replaceAll(/\d+/g, '').split(/\b/)).concat('body', 'well-formed'),
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
      const message = String(
        await post('/v1/customers', `{"customer":"${text.replaceAll('"', '')}" "${text}`),
      );
      const why = message.replace('The body is not a well-formed JSON object: ', '').replace(/\.$/, '');
      expect(
        why
          .replaceAll(/\d+/g, '')
          .split(/\b/)
          .filter((word) => !known.has(word)),
      ).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['the metadata part', '{"type":"nar1"\n"files":{}}', `at line 2, column 1 ${NO_COMMA}`],
  ['an empty metadata part', '', 'it is empty'],
])('an upload says where %s has its fault', async (_what, metadata, why) => {
  const form = new FormData();
  form.append('metadata', metadata);
  form.append('file', new Blob(['x']), 'x.pdf');
  const answer = await partner.rest('POST', `/v1/kyc/documents/${customerId}`, form);
  expect([answer.status, messageOf(answer)]).toEqual([
    400,
    `The metadata part is not a well-formed JSON object: ${why}.`,
  ]);
});
