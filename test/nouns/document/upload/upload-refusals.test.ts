import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { END, MULTIPART, partOf } from '../../../support/requests/multipart-body.ts';
import { pdf, sha256 } from '../../../support/gateway.ts';
import {
  type Description,
  describing,
  filePart,
  metadataPart,
  openUploadFixture,
} from '../../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
let customerId: string;
beforeAll(async () => {
  fixture = await openUploadFixture();
  customerId = await fixture.customer();
});
afterAll(() => fixture.close());
afterEach(async () => {
  expect(await fixture.files()).toEqual([]);
  expect(await fixture.loose()).toEqual([]);
});

interface Draft {
  type: string;
  described: Record<string, Description>;
  metadataParts: number;
  cut: number;
  files: [name: string, bytes: Uint8Array][];
}

const first = pdf('first');
const second = pdf('second');

/** In the order in which an upload is checked. Each breaks another part, so that any two can be combined. */
const faults: readonly (readonly [code: string, param: string | undefined, spoil: (draft: Draft) => void])[] =
  [
    ['metadata_duplicate', undefined, (draft) => void (draft.metadataParts = 2)],
    ['body_invalid', undefined, (draft) => void (draft.cut = 1)],
    ['metadata_invalid', 'type', (draft) => void (draft.type = 'registration_of_business')],
    [
      'file_metadata_unknown',
      'files.photo',
      ({ described }) => void (described['photo'] = describing(first)),
    ],
    [
      'file_metadata_invalid',
      'files.file.mime_type',
      ({ described }) => void (described['file'] = describing(first, { mime_type: 'image/gif' })),
    ],
    ['file_duplicate', 'file', ({ files }) => void files.push(['file', first])],
    ['file_missing', 'file9', ({ described }) => void (described['file9'] = describing(first))],
    ['file_metadata_missing', 'file8', ({ files }) => void files.push(['file8', first])],
    [
      'file_signature_invalid',
      'file1',
      ({ described }) => void (described['file1'] = describing(second, { hash: sha256(first) })),
    ],
  ];

const pairs = faults.flatMap(([code, , spoil], at) =>
  faults.slice(at + 1).map(([other, , spoilMore]) => [code, other, spoil, spoilMore] as const),
);

function draftOf(...spoils: readonly ((draft: Draft) => void)[]) {
  const draft: Draft = {
    type: 'nar1',
    described: { file: describing(first), file1: describing(second) },
    metadataParts: 1,
    cut: 0,
    files: [
      ['file', first],
      ['file1', second],
    ],
  };
  for (const spoil of spoils) spoil(draft);
  const text = JSON.stringify({ type: draft.type, files: draft.described });
  const part = partOf('metadata', text.slice(0, text.length - draft.cut));
  return {
    metadata: Array.from({ length: draft.metadataParts }, () => part),
    files: draft.files.map(([name, bytes]) => filePart(name, bytes)),
  };
}

describe('an upload is refused', () => {
  test.each(faults)('with %s', async (code, param, spoil) => {
    const { metadata, files } = draftOf(spoil);
    for (const pieces of [
      [...metadata, ...files],
      [...files, ...metadata],
    ]) {
      const { status, json } = await fixture.send(customerId, ...pieces, END);
      expect({ status, code: json.error.code, param: json.error.param }).toEqual({
        status: 400,
        code,
        param,
      });
    }
  });

  test.each(pairs)('with %s rather than %s', async (code, _other, spoil, spoilMore) => {
    const { metadata, files } = draftOf(spoil, spoilMore);
    const inFront = await fixture.send(customerId, ...metadata, ...files, END);
    const behind = await fixture.send(customerId, ...files, ...metadata, END);
    expect([inFront.json.error.code, behind.json.error.code]).toEqual([code, code]);
  });

  const metadata = metadataPart('nar1', { file: describing(first) });
  const file = filePart('file', first);
  const empty = new Uint8Array();
  const ten = Array.from({ length: 10 }, (_, at) => `file${at || ''}`);
  const allTen = Object.fromEntries(ten.map((name) => [name, describing(first)]));

  test.each([
    ['without metadata', [file], 'body_invalid'],
    ['without any part', [], 'body_invalid'],
    ['with metadata that is no object', [partOf('metadata', '[]'), file], 'body_invalid'],
    ['with metadata that begins with a byte-order mark', [partOf('metadata', '\ufeff{}')], 'body_invalid'],
    ['with metadata that is not UTF-8', [partOf('metadata', Buffer.from([0x7b, 0xff]))], 'body_invalid'],
    [
      'with a member that metadata does not have',
      [partOf('metadata', '{"type":"nar1","files":{},"note":1}'), file],
      'metadata_invalid',
    ],
    ['without a type', [partOf('metadata', '{"files":{}}'), file], 'metadata_invalid'],
    ['with files that are no object', [partOf('metadata', '{"type":"nar1","files":[]}')], 'metadata_invalid'],
    [
      'with __proto__ for a file',
      [partOf('metadata', '{"type":"nar1","files":{"__proto__":{}}}')],
      'file_metadata_unknown',
    ],
    ['without any file', [metadataPart('nar1', {})], 'file_missing'],
    ['with a part of another name', [metadata, file, partOf('note', 'x')], 'file_metadata_missing'],
    ['with an upper-case part name', [metadata, file, filePart('File', first)], 'file_metadata_missing'],
    [
      'with an eleventh file',
      [metadataPart('nar1', allTen), ...ten.map((name) => filePart(name, first)), filePart('file10', first)],
      'file_metadata_missing',
    ],
    [
      'with an empty file',
      [metadataPart('nar1', { file: describing(empty) }), filePart('file', empty)],
      'file_metadata_invalid',
    ],
    [
      'with an empty file, which outranks a wrong hash before it',
      [
        metadataPart('nar1', { file: describing(second), file1: describing(empty) }),
        file,
        filePart('file1', empty),
      ],
      'file_metadata_invalid',
    ],
  ])('%s', async (_why, pieces, code) => {
    const { status, json } = await fixture.send(customerId, ...pieces, END);
    expect({ status, code: json.error.code }).toEqual({ status: 400, code });
  });

  test.each(['note', 'File', 'file0', 'file10'])(
    'with a part named %s, which is in the message',
    async (name) => {
      const { json } = await fixture.send(customerId, metadata, file, filePart(name, first), END);
      expect(json.error).toMatchObject({
        code: 'file_metadata_missing',
        message: `${name} has no matching file metadata: parts are named metadata, file and file1 to file9.`,
      });
    },
  );

  test.each([
    ['without a filename', { filename: undefined }],
    ['with a blank filename', { filename: ' ' }],
    ['with a filename of 256 characters', { filename: 'x'.repeat(256) }],
    ['with a path for a filename', { filename: '../secret' }],
    ['with a backslash in the filename', { filename: 'a\\b' }],
    ['with a line end in the filename', { filename: 'a\nb' }],
    ['with half a character in the filename', { filename: 'a\ud800' }],
    ['with a hash of 63 digits', { hash: sha256(first).slice(1) }],
    ['with a member that files do not have', { size: 3 }],
  ])('with file metadata %s', async (_why, changes) => {
    const { json } = await fixture.send(
      customerId,
      metadataPart('nar1', { file: { ...describing(first), ...changes } }),
      file,
      END,
    );
    expect(json.error.code).toBe('file_metadata_invalid');
  });

  test('before its files are read when its metadata comes first and is wrong', async () => {
    const { json } = await fixture.send(customerId, metadataPart('nope', {}), filePart('file', first));
    expect(json.error.code).toBe('metadata_invalid');
  });

  test('without a key, of another partner, or with another media type, before any of it is read', async () => {
    const path = `/v1/kyc/documents/${customerId}`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const unread = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.close() });
    expect((await fixture.fetch('POST', path, { headers, body: unread() })).json.error.code).toBe(
      'api_key_missing',
    );
    const stranger = await fixture.stranger();
    expect((await stranger.rest('POST', path, unread(), headers)).json.error.code).toBe('resource_missing');
    const reader = await fixture.key(fixture.partner.partnerId, { scopes: ['read'] });
    expect((await reader.rest('POST', path, unread(), headers)).json.error.code).toBe('permission_denied');
    const json = await fixture.partner.rest('POST', path, { type: 'nar1' });
    expect([json.status, json.json.error.code]).toEqual([415, 'content_type_invalid']);
    const bare = await fixture.partner.rest('POST', path, unread(), {
      'content-type': 'multipart/form-data',
    });
    expect([bare.status, bare.json.error.code]).toEqual([400, 'body_invalid']);
  });
});

test('an upload with a parameter in its query is refused unread, a missing customer before', async () => {
  const send = (customer: string) =>
    fixture.partner.rest('POST', `/v1/kyc/documents/${customer}?colour=red`, END, {
      'content-type': MULTIPART,
    });
  const { status, json } = await send(customerId);
  expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_unknown', 'colour']);
  expect((await send('cus_x')).json.error.code).toBe('resource_missing');
});
