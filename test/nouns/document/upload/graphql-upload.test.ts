import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, END, MULTIPART, partOf } from '../../../support/requests/multipart-body.ts';
import { pdf, sha256 } from '../../../support/gateway.ts';
import { filePart, openUploadFixture } from '../../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
let customerId: string;
beforeAll(async () => {
  fixture = await openUploadFixture();
  customerId = await fixture.customer();
});
afterAll(() => fixture.close());

const mutation = `mutation ($customerId: ID!, $input: UploadDocumentsInput!) {
  uploadDocuments(customerId: $customerId, input: $input) {
    type required status files { id filename mimeType warnings url }
  }
}`;
const first = pdf('first');
const second = pdf('second');

const fileInput = (bytes: Uint8Array, changes: Readonly<Record<string, unknown>> = {}) => ({
  file: null,
  filename: 'scan',
  mimeType: 'application/pdf',
  hash: sha256(bytes),
  ...changes,
});

const operations = (files: readonly unknown[], type = 'NAR1', customer = customerId) =>
  partOf(
    'operations',
    JSON.stringify({ query: mutation, variables: { customerId: customer, input: { type, files } } }),
  );

const place = (position: number) => [`variables.input.files.${position}.file`];
const mapOf = (places: Readonly<Record<string, readonly string[]>>) => partOf('map', JSON.stringify(places));

const send = (...pieces: readonly Uint8Array[]) =>
  fixture.partner.rest('POST', '/graphql', bodyOf(...pieces, END), { 'content-type': MULTIPART });

const errorOf = ({ json }: Awaited<ReturnType<typeof send>>) => json.errors[0].extensions;

test('an upload replaces the files of its type, in the order of the list', async () => {
  const { status, json } = await send(
    operations([fileInput(first, { filename: 'one' }), fileInput(second, { filename: 'two' })]),
    mapOf({ a: place(0), b: place(1) }),
    filePart('b', second),
    filePart('a', first),
  );
  expect(status).toBe(200);
  const { files, ...rest } = json.data.uploadDocuments;
  expect(rest).toEqual({ type: 'NAR1', required: true, status: 'UPLOADED' });
  const bodies = [];
  for (const { url } of files) bodies.push(await (await fixture.download(url)).text());
  expect(bodies).toEqual([first, second].map((bytes) => Buffer.from(bytes).toString()));
  const listed = await fixture.list(customerId);
  expect(listed['nar1']?.map(({ document_id }) => document_id)).toEqual(
    files.map(({ id }: { id: string }) => id),
  );
});

test('the default of a variable names the customer', async () => {
  const query = mutation.replace('$customerId: ID!', `$customerId: ID! = "${customerId}"`);
  const variables = { input: { type: 'NAR1', files: [fileInput(first)] } };
  const { json } = await send(
    partOf('operations', JSON.stringify({ query, variables })),
    mapOf({ 0: place(0) }),
    filePart('0', first),
  );
  expect(json).toMatchObject({ data: { uploadDocuments: { status: 'UPLOADED' } } });
});

test('an eleventh member of the list is refused in the words of a list', async () => {
  const files = Array.from({ length: 11 }, () => fileInput(first));
  const places = files.flatMap((_, position) => place(position));
  const answer = await send(operations(files), mapOf({ 0: places }), filePart('0', first));
  expect([errorOf(answer).code, answer.json.errors[0].message]).toEqual([
    'file_metadata_unknown',
    'files[10] is beyond the 10 files of an upload.',
  ]);
});

test.each([
  [
    'operations',
    () => [partOf('operations', '{'), mapOf({}), filePart('0', first)],
    ': at line 1, column 2 it ends too early',
  ],
  ['map', () => [operations([fileInput(first)]), partOf('map', '[]'), filePart('0', first)], ''],
])('a malformed part %s is named', async (name, pieces, why) => {
  const { status, json } = await send(...pieces());
  expect([status, json.errors[0].message]).toEqual([
    400,
    `The ${name} part is not a well-formed JSON object${why}.`,
  ]);
});

test.each([
  ['the file first', () => [filePart('x', first), mapOf({ x: place(0) }), operations([fileInput(first)])]],
  ['the map first', () => [mapOf({ x: place(0) }), operations([fileInput(first)]), filePart('x', first)]],
  [
    'the map after the file',
    () => [operations([fileInput(first)]), filePart('x', first), mapOf({ x: place(0) })],
  ],
  ['the operation twice', () => [operations([fileInput(first)]), operations([fileInput(first)]), mapOf({})]],
])('its parts come in the order of the specification: not %s', async (_what, pieces) => {
  const { status, json } = await send(...pieces());
  expect([status, errorOf(await send(...pieces())).code]).toEqual([400, 'body_invalid']);
  expect(json.errors[0].message).toContain('operations, then one named map, then the files');
});

describe('an upload is refused', () => {
  const one = () => operations([fileInput(first)]);
  const map = mapOf({ 0: place(0) });
  const file = filePart('0', first);
  const empty = new Uint8Array();

  test.each([
    [
      'of a type of another country',
      () => [operations([fileInput(first)], 'REGISTRATION_OF_BUSINESS'), map, file],
      'metadata_invalid',
      'type',
    ],
    ['without files', () => [operations([]), mapOf({})], 'file_missing', undefined],
    [
      'with a media type that is not stored',
      () => [operations([fileInput(first, { mimeType: 'image/gif' })]), map, file],
      'file_metadata_invalid',
      'files[0].mimeType',
    ],
    [
      'with a path for a filename',
      () => [operations([fileInput(first, { filename: 'a/b' })]), map, file],
      'file_metadata_invalid',
      'files[0].filename',
    ],
    [
      'with an empty file',
      () => [operations([fileInput(empty)]), map, filePart('0', empty)],
      'file_metadata_invalid',
      'files[0]',
    ],
    [
      'with the hash of another file',
      () => [
        operations([fileInput(second), fileInput(first)]),
        mapOf({ 0: place(0), 1: place(1) }),
        filePart('0', second),
        filePart('1', second),
      ],
      'file_signature_invalid',
      'files[1]',
    ],
    [
      'with one file in two places',
      () => [
        operations([fileInput(first), fileInput(first)]),
        mapOf({ 0: [...place(0), ...place(1)] }),
        file,
      ],
      'file_duplicate',
      'files[1]',
    ],
    [
      'of a type in the lower case of REST',
      () => [operations([fileInput(first)], 'nar1'), map, file],
      'metadata_invalid',
      'type',
    ],
    ['with two files of one name', () => [one(), map, file, file], 'file_duplicate', undefined],
    [
      'with a file that the map leaves out',
      () => [one(), map, file, filePart('1', second)],
      'file_metadata_missing',
      undefined,
    ],
    [
      'with a place in the map that has no file',
      () => [one(), mapOf({ 0: place(0), 1: place(0) }), file],
      'file_missing',
      undefined,
    ],
    [
      'with a map to a place that is taken',
      () => [one(), mapOf({ 0: ['query'] }), file],
      'body_invalid',
      undefined,
    ],
    [
      'with a map to nowhere',
      () => [one(), mapOf({ 0: ['variables.__proto__.file'] }), file],
      'body_invalid',
      undefined,
    ],
    ['without operations', () => [map, file], 'body_invalid', undefined],
    ['without a map', () => [one(), file], 'body_invalid', undefined],
    ['with two maps', () => [one(), map, map, file], 'body_invalid', undefined],
    [
      'with operations that are a list',
      () => [partOf('operations', '[]'), map, file],
      'body_invalid',
      undefined,
    ],
    [
      'of a customer that is not there',
      () => [operations([fileInput(first)], 'NAR1', 'cus_01J00000000000000000000000'), map, file],
      'resource_missing',
      undefined,
    ],
    [
      'with an eleventh file',
      () => [
        one(),
        mapOf(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [at, place(0)]))),
        ...Array.from({ length: 11 }, (_, at) => filePart(String(at), first)),
      ],
      'file_metadata_missing',
      undefined,
    ],
  ] as const)('%s', async (_why, pieces, code, param) => {
    const before = await fixture.list(customerId);
    const kept = await fixture.files();
    const loose = await fixture.loose();
    const answer = await send(...pieces());
    expect(errorOf(answer)).toMatchObject({ code, ...(param !== undefined && { param }) });
    expect(await fixture.list(customerId)).toEqual(before);
    expect([await fixture.files(), await fixture.loose()]).toEqual([kept, loose]);
  });

  test('when its operation cannot run, and nothing of it stays', async () => {
    const kept = await fixture.files();
    const answer = await send(
      partOf('operations', '{"query":"{ nope }"}'),
      mapOf({ 0: ['variables'] }),
      file,
    );
    expect(errorOf(answer).code).toBe('query_invalid');
    const unused = await send(
      partOf('operations', '{"query":"{ viewer { nope } }","variables":{"f":null}}'),
      mapOf({ 0: ['variables.f'] }),
      file,
    );
    expect(errorOf(unused).code).toBe('query_invalid');
    expect(await fixture.files()).toEqual(kept);
  });

  test('when the same file is for two mutations: only the first gets it', async () => {
    const both = `mutation ($c: ID!, $one: UploadDocumentsInput!, $two: UploadDocumentsInput!) {
      one: uploadDocuments(customerId: $c, input: $one) { type }
      two: uploadDocuments(customerId: $c, input: $two) { type }
    }`;
    const variables = {
      c: customerId,
      one: { type: 'NNC1', files: [fileInput(first)] },
      two: { type: 'DIRECTORS_IDENTITY', files: [fileInput(first)] },
    };
    const answer = await send(
      partOf('operations', JSON.stringify({ query: both, variables })),
      mapOf({ 0: ['variables.one.files.0.file', 'variables.two.files.0.file'] }),
      file,
    );
    // Not `conflict`, after which a client sends the same again: it would never be accepted.
    expect(errorOf(answer)).toMatchObject({ code: 'file_duplicate', param: 'files[0]' });
    const { nnc1, directors_identity } = await fixture.list(customerId);
    expect([nnc1?.length, directors_identity?.length]).toEqual([1, 0]);
  });
});

describe('before its files are read, an upload is refused', () => {
  const absent = 'cus_01J00000000000000000000000';
  const literal = (customer: string) =>
    `mutation ($input: UploadDocumentsInput!) { ...a } fragment a on Mutation { ... { x: uploadDocuments(customerId: "${customer}", input: $input) { type } } }`;
  const asked = (query: string, customer = customerId) => ({
    query,
    variables: { customerId: customer, input: { type: 'NAR1', files: [fileInput(first)] } },
  });

  test.each([
    ['of a customer that is not there', () => asked(mutation, absent), 404, 'resource_missing'],
    ['of a customer that is not there, in a fragment', () => asked(literal(absent)), 404, 'resource_missing'],
    ['without a field that takes files', () => asked('{ viewer { __typename } }'), 400, 'body_invalid'],
    ['with a document that does not fit', () => asked('{ nope }'), 400, 'query_invalid'],
    ['with a document that cannot be read', () => asked('{'), 400, 'query_invalid'],
    ['with no document', () => ({ variables: {} }), 400, 'parameter_missing'],
  ])('%s', async (_what, operation, status, code) => {
    expect(await refusedUnread(fixture.partner, operation())).toEqual([status, code]);
  });

  test('of another partner, or with a key that may not', async () => {
    expect(await refusedUnread(await fixture.stranger(), asked(mutation))).toEqual([404, 'resource_missing']);
    const reader = await fixture.key(fixture.partner.partnerId, { scopes: ['read'] });
    expect(await refusedUnread(reader, asked(mutation))).toEqual([403, 'permission_denied']);
    const operator = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
    expect(await refusedUnread(operator, asked(mutation))).toEqual([403, 'permission_denied']);
  });

  /** The answer to a body whose file begins and never continues. */
  async function refusedUnread({ authorization }: { readonly authorization: string }, operation: object) {
    const kept = [await fixture.files(), await fixture.loose()];
    const begun = bodyOf(
      partOf('operations', JSON.stringify(operation)),
      mapOf({ 0: place(0) }),
      filePart('0', pdf('x'.repeat(100_000))).subarray(0, 50_000),
    );
    const body = new ReadableStream({ start: (controller) => controller.enqueue(begun) });
    const headers = { 'content-type': MULTIPART, authorization, accept: 'application/graphql-response+json' };
    const answer = await fixture.fetch('POST', '/graphql', { headers, body });
    expect([await fixture.files(), await fixture.loose()]).toEqual(kept);
    return [answer.status, errorOf(answer).code];
  }
});
