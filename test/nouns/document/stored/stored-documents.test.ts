import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { END, partOf } from '../../../support/requests/multipart-body.ts';
import { kycBody, pdf } from '../../../support/gateway.ts';
import {
  describing,
  filePart,
  metadataPart,
  openUploadFixture,
  wholeBody,
} from '../../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
beforeAll(async () => {
  fixture = await openUploadFixture({}, () => new Date('2026-03-04T05:06:07.890Z'));
});
afterAll(() => fixture.close());

const bytes = pdf();
const metadata = metadataPart('nar1', { file: describing(bytes) });
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

test('a document is stored under its time, twelve characters of its id, its name and its extension', async () => {
  const customerId = await fixture.customer();
  const { status, json } = await fixture.send(
    customerId,
    metadataPart('nar1', {
      file: describing(png, { filename: ' 董事 passport.v2 ', mime_type: 'image/png' }),
    }),
    filePart('file', png),
    END,
  );
  expect(status).toBe(200);
  const { document_id, filename } = json.files[0];
  expect(json).toEqual({
    type: 'nar1',
    files: [{ document_id, filename, mime_type: 'image/png', warnings: [] }],
  });
  expect(filename).toMatch(/^20260304050607-[0-9A-Za-z]{12}-董事 passport\.v2\.png$/);
});

test.each([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['application/pdf', 'pdf'],
])('%s gets the extension %s', async (mime_type, extension) => {
  const customerId = await fixture.customer();
  const described = metadataPart('nar1', { file: describing(bytes, { mime_type }) });
  const { json } = await fixture.send(customerId, described, filePart('file', bytes), END);
  expect(json.files[0].filename).toMatch(new RegExp(`-scan\\.${extension}$`));
});

describe('an upload is taken', () => {
  const bare = partOf('file', bytes);
  const asFile = partOf(
    'metadata',
    JSON.stringify({ type: 'nar1', files: { file: describing(bytes) } }),
    '; filename="blob"\r\nContent-Type: application/json',
  );
  test.each([
    ['with metadata in front', [metadata, filePart('file', bytes)]],
    ['with metadata behind', [filePart('file', bytes), metadata]],
    ['with metadata that is a file of type application/json', [asFile, filePart('file', bytes)]],
    ['with a file that has neither filename nor type', [metadata, bare]],
    ['with a filename that differs from the metadata', [metadata, filePart('file', bytes, '../../x.exe')]],
    [
      'with the hash in upper case',
      [
        metadataPart('nar1', { file: describing(bytes, { hash: describing(bytes).hash.toUpperCase() }) }),
        bare,
      ],
    ],
  ])('%s', async (_how, pieces) => {
    const customerId = await fixture.customer();
    const { status, json } = await fixture.send(customerId, ...pieces, END);
    expect({ status, files: json.files.length }).toEqual({ status: 200, files: 1 });
    const { url } = await fixture.retrieve(customerId, json.files[0].document_id);
    expect(Buffer.from(await (await fixture.download(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('with ten files, which are kept in the order of their part names', async () => {
    const customerId = await fixture.customer();
    const names = Array.from({ length: 10 }, (_, at) => `file${at || ''}`);
    const described = names.map((name) => [name, describing(pdf(name), { filename: name })]);
    const { status } = await fixture.send(
      customerId,
      metadataPart('nar1', Object.fromEntries(described.toReversed())),
      ...names.toReversed().map((name) => filePart(name, pdf(name))),
      END,
    );
    expect(status).toBe(200);
    const list = await fixture.list(customerId);
    expect(list['nar1']?.map(({ filename }) => filename.split('-').at(-1))).toEqual(
      names.map((name) => `${name}.pdf`),
    );
  });
});

test.each([
  ['HK', 9],
  ['MY', 7],
] as const)('the list of a customer of %s has each of its %i document types', async (country, count) => {
  const customerId = await fixture.customer(country);
  const empty = await fixture.list(customerId);
  expect(Object.keys(empty)).toHaveLength(count);
  expect(Object.values(empty).every((files) => files.length === 0)).toBe(true);
  const { json } = await fixture.partner.upload(customerId, 'directors_identity', [pdf('a'), pdf('b')]);
  const summaries = json.files.map(({ warnings: _warnings, ...summary }: Record<string, unknown>) => summary);
  expect(await fixture.list(customerId)).toEqual({ ...empty, directors_identity: summaries });
});

test('a single document comes with its type and a URL, and only to its customer and partner', async () => {
  const customerId = await fixture.customer();
  const { json } = await fixture.send(customerId, wholeBody());
  const [{ warnings: _warnings, ...summary }] = json.files;
  const path = `/v1/kyc/documents/${customerId}/${summary.document_id}`;
  const answer = await fixture.partner.rest('GET', path);
  expect(answer.json).toEqual({ ...summary, type: 'nar1', url: answer.json.url });
  expect(answer.json.url).toMatch(
    new RegExp(
      `^http://gateway\\.test/v1/files/${summary.document_id}\\?expires=\\d+&signature=[0-9a-f]{64}$`,
    ),
  );
  const other = await fixture.customer();
  const stranger = await fixture.stranger();
  for (const refused of [
    await fixture.partner.rest('GET', `/v1/kyc/documents/${other}/${summary.document_id}`),
    await stranger.rest('GET', path),
    await stranger.rest('GET', `/v1/kyc/documents/${customerId}`),
  ])
    expect([refused.status, refused.json.error.code]).toEqual([404, 'resource_missing']);
});

describe('KYC', () => {
  const status = async (customerId: string) =>
    (await fixture.partner.rest('GET', `/v1/kyc/hk/${customerId}`)).json;

  test('takes documents before its first text, and stays incomplete', async () => {
    const customerId = await fixture.customer();
    await fixture.send(customerId, wholeBody());
    const before = await status(customerId);
    expect([before.status, before.supporting_documents.nar1]).toEqual(['incomplete', 'uploaded']);
    await fixture.partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody());
    const after = await status(customerId);
    expect([after.status, after.supporting_documents.nar1]).toEqual([
      'missing_supporting_documents',
      'uploaded',
    ]);
  });

  test('is complete with the last required document, and stays so when one is uploaded again', async () => {
    const customerId = await fixture.customer();
    await fixture.partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody());
    const required = Object.keys(await fixture.list(customerId)).filter(
      (type) => type !== 'litigation_history',
    );
    for (const type of required) {
      expect((await status(customerId)).status).toBe('missing_supporting_documents');
      expect((await fixture.partner.upload(customerId, type)).status).toBe(200);
    }
    expect(await status(customerId)).toMatchObject({
      status: 'complete',
      supporting_documents: { litigation_history: 'not_uploaded' },
    });
    await fixture.partner.upload(customerId, 'nar1', [pdf('again')]);
    expect((await status(customerId)).status).toBe('complete');
  });

  test('keeps its status when an upload is refused', async () => {
    const customerId = await fixture.partner.completeCustomer();
    const refused = await fixture.send(customerId, metadata, filePart('file', pdf('other')), END);
    expect(refused.json.error.code).toBe('file_signature_invalid');
    expect((await status(customerId)).status).toBe('complete');
    expect((await fixture.list(customerId))['nar1']).toHaveLength(1);
  });
});

describe('bytes that are not what mime_type says', () => {
  const mislabelled = [metadataPart('nar1', { file: describing(png) }), filePart('file', png), END];

  test('are stored with a warning that the response to the upload and GraphQL show', async () => {
    const customerId = await fixture.customer();
    const { json, status } = await fixture.send(customerId, ...mislabelled);
    expect(status).toBe(200);
    expect(json.files[0].warnings).toEqual(['content_type_mismatch']);
    const one = await fixture.retrieve(customerId, json.files[0].document_id);
    expect(JSON.stringify(one)).not.toContain('warning');
    const asked = await fixture.partner.graphql(`query ($id: ID!) { document(id: $id) { warnings size } }`, {
      id: json.files[0].document_id,
    });
    expect(asked.json.data.document).toEqual({ warnings: ['CONTENT_TYPE_MISMATCH'], size: png.length });
  });

  test('are refused with CONTENT_CHECK=enforce, naming the part', async () => {
    const strict = await openUploadFixture({ CONTENT_CHECK: 'enforce' });
    const customerId = await strict.customer();
    const { json } = await strict.send(customerId, ...mislabelled);
    expect(json.error).toMatchObject({ code: 'file_metadata_invalid', param: 'file' });
    expect(await strict.files()).toEqual([]);
    expect((await strict.send(customerId, wholeBody())).status).toBe(200);
    await strict.close();
  });
});
