import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { END, partOf } from '../../../support/requests/multipart-body.ts';
import { pdf } from '../../../support/gateway.ts';
import {
  encryptedPdf,
  pdfOf,
  pageOf,
  pdfWithAttachment,
  pdfWithoutPages,
  plainPdf,
  portfolioPdf,
  xfaPdf,
} from '../../../support/fixtures/pdf-fixture.ts';
import {
  describing,
  filePart,
  metadataPart,
  openUploadFixture,
  type UploadFixture,
} from '../../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
let strict: UploadFixture;
let customerId: string;
let strictCustomerId: string;
beforeAll(async () => {
  [fixture, strict] = await Promise.all([
    openUploadFixture(),
    openUploadFixture({ CONTENT_CHECK: 'enforce' }),
  ]);
  customerId = await fixture.customer();
  strictCustomerId = await strict.customer();
});
afterAll(async () => {
  await fixture.close();
  await strict.close();
});

const MAIL_HEAD = 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: binary\r\n\r\n';
const notPdf = Buffer.from('<html>Session expired. <!-- %PDF-1.4 --></html>');
const withMailHead = () => pdfOf(pageOf('Certificate'), { before: MAIL_HEAD });

const uploadTo = ({ send }: UploadFixture, customer: string, bytes: Uint8Array) =>
  send(customer, metadataPart('nar1', { file: describing(bytes) }), filePart('file', bytes), END);

describe('the response to an upload, and GraphQL for operators, warn about', () => {
  test.each([
    ['a good PDF nothing', plainPdf(), []],
    ['a good PDF behind the head of a mail nothing', withMailHead(), []],
    ['a PDF with a password', encryptedPdf('secret'), ['password_required']],
    ['a PDF without pages', pdfWithoutPages(), ['no_pages']],
    ['a portfolio', portfolioPdf(), ['attachments']],
    ['an attachment', pdfWithAttachment(), ['attachments']],
    ['an XFA form', xfaPdf(), ['xfa_form']],
    ['a page that is no PDF', notPdf, ['content_type_mismatch']],
    ['a PDF that was cut off', plainPdf().subarray(0, 200), ['content_type_mismatch']],
  ])('%s', async (_what, bytes, warnings) => {
    const { status, json } = await uploadTo(fixture, customerId, bytes);
    expect([status, json.files?.[0].warnings]).toEqual([200, warnings]);
    const operator = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
    const query = 'query ($id: ID!) { document(id: $id) { warnings } }';
    const asked = await operator.graphql(query, { id: json.files[0].document_id });
    expect(asked.json.data.document.warnings).toEqual(warnings.map((code) => code.toUpperCase()));
  });
});

test('with CONTENT_CHECK=enforce a PDF behind other lines is taken, and a page that is not a PDF is refused', async () => {
  expect((await uploadTo(strict, strictCustomerId, withMailHead())).status).toBe(200);
  const { status, json } = await uploadTo(strict, strictCustomerId, notPdf);
  expect([status, json.error.code, json.error.param]).toEqual([400, 'file_metadata_invalid', 'file']);
});

test('the media type of a file may be in any case, and is stored in lower case', async () => {
  const bytes = pdf();
  const described = metadataPart('nar1', { file: describing(bytes, { mime_type: 'Application/PDF' }) });
  const { status, json } = await fixture.send(customerId, described, filePart('file', bytes), END);
  expect([status, json.files[0].mime_type]).toEqual([200, 'application/pdf']);
});

test('metadata behind the files: all faults of the upload are told at once, the first by the order', async () => {
  const [one, two, empty] = [pdf('one'), pdf('two'), new Uint8Array()];
  const metadata = metadataPart('nar9', {
    photo: {},
    file: describing(one, { mime_type: 'image/jpg' }),
    file1: describing(two, { hash: describing(one).hash }),
    file2: describing(empty),
    file3: describing(two),
  });
  const files = [
    filePart('file', one),
    filePart('file1', two),
    filePart('file1', two),
    filePart('file2', empty),
    filePart('files[]', two),
  ];
  const { status, json } = await fixture.send(customerId, ...files, metadata, END);
  const told = json.error.errors.map(({ code, message }: { code: string; message: string }) => [
    code,
    message,
  ]);
  expect([status, json.error.code]).toEqual([400, 'metadata_invalid']);
  expect(told.slice(1)).toEqual([
    [
      'file_metadata_unknown',
      'files.photo is not the name of a file part: they are file and file1 to file9.',
    ],
    [
      'file_metadata_invalid',
      'files.file.mime_type must be image/jpeg, image/png, application/pdf: convert HEIC to JPEG and other documents to PDF. Did you mean image/jpeg?',
    ],
    ['file_metadata_invalid', 'file2 is empty.'],
    ['file_duplicate', 'file1 is the name of more than one part.'],
    ['file_missing', 'file3 is described by the metadata, but there is no such part.'],
    [
      'file_metadata_missing',
      'files[] has no matching file metadata: parts are named metadata, file and file1 to file9. Did you mean file?',
    ],
    ['file_signature_invalid', 'file1 has another SHA-256 than its metadata says.'],
  ]);
});

test.each(['metadata{}', 'metadata[type]', 'Metadata'])(
  'without metadata, a part named %s is named',
  async (name) => {
    const { status, json } = await fixture.send(customerId, partOf(name, '{}'), filePart('file', pdf()), END);
    expect([status, json.error.code, json.error.message]).toEqual([
      400,
      'body_invalid',
      `There is no metadata part. There is one named ${name}: send one part named metadata, with the whole JSON object.`,
    ]);
  },
);
