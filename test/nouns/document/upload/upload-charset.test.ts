import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, END, MULTIPART, partOf } from '../../../support/requests/multipart-body.ts';
import { pdf, sha256 } from '../../../support/gateway.ts';
import {
  describing,
  filePart,
  openUploadFixture,
  type UploadFixture,
} from '../../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
let customerId: string;
beforeAll(async () => {
  fixture = await openUploadFixture();
  customerId = await fixture.customer();
});
afterAll(() => fixture.close());

const bytes = pdf();
const FILENAME = 'Détail Société';
/** As Apache HttpClient sends a text part unless it is told otherwise. */
const LATIN = '\r\nContent-Type: text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit';

test('the metadata of an upload may be in ISO-8859-1', async () => {
  const text = JSON.stringify({ type: 'nar1', files: { file: describing(bytes, { filename: FILENAME }) } });
  const metadata = partOf('metadata', Buffer.from(text, 'latin1'), LATIN);
  const { status, json } = await fixture.send(customerId, metadata, filePart('file', bytes), END);
  expect(status).toBe(200);
  expect(json.files[0].filename).toContain(FILENAME);
});

const mutation = `mutation ($input: UploadDocumentsInput!, $customerId: ID!) {
  uploadDocuments(customerId: $customerId, input: $input) { files { filename } }
}`;

const sendGraphql = (more: string, encoding: BufferEncoding = 'utf8') => {
  const file = { file: null, filename: FILENAME, mimeType: 'application/pdf', hash: sha256(bytes) };
  const variables = { customerId, input: { type: 'NAR1', files: [file] } };
  const operations = Buffer.from(JSON.stringify({ query: mutation, variables }), encoding);
  const body = bodyOf(
    partOf('operations', operations, more),
    partOf('map', '{"0":["variables.input.files.0.file"]}', more),
    filePart('0', bytes),
    END,
  );
  return fixture.partner.rest('POST', '/graphql', body, { 'content-type': MULTIPART });
};

test('so may the texts of a GraphQL upload', async () => {
  const { json } = await sendGraphql(LATIN, 'latin1');
  expect(json.data.uploadDocuments.files[0].filename).toContain(FILENAME);
});

test('another charset is 415 on both APIs, and the error names it', async () => {
  const utf16 = '\r\nContent-Type: text/plain; charset=UTF-16LE';
  const rest = await fixture.send(customerId, partOf('metadata', '{}', utf16), END);
  expect([rest.status, rest.json.error.code, rest.json.error.message]).toEqual([
    415,
    'content_type_invalid',
    'The part metadata declares the charset UTF-16LE. These are read: UTF-8, US-ASCII, ISO-8859-1, windows-1252.',
  ]);
  const { status, json } = await sendGraphql(utf16);
  expect([status, json.errors[0].extensions.code]).toEqual([415, 'content_type_invalid']);
  expect(json.errors[0].message).toContain('The part operations declares the charset UTF-16LE.');
});
