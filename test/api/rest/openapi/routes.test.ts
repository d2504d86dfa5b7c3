import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { gatewaySchema } from '../../../../src/features.ts';
import { formerWordsIn } from '../../../architecture/words.ts';
import { openTestGateway } from '../../../support/gateway.ts';
import { allRoutes, document, operationNamed } from './document.ts';

test('the document has every row of the route table and no other', () => {
  const rows = allRoutes.map(({ method, path }) => `${method} ${path}`);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(rows.toSorted());
});

test('exactly the old spellings are deprecated', () => {
  const marked = allRoutes.filter(({ method, path }) => operationNamed(method, path)?.deprecated);
  expect(marked.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'POST /v1/instant-settlement/{funding_id}/decision',
    'POST /v1/instant-settlements/{funding_id}/decision',
    'PUT /v1/instant-settlement/{funding_id}/decision',
  ]);
});

test('exactly the routes without a key have no security', () => {
  const marked = allRoutes.filter(({ method, path }) => operationNamed(method, path)?.security?.length === 0);
  expect(marked.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /v1/files/{document_id}',
    'GET /v1/openapi.json',
  ]);
});

test('an upload has its metadata and ten files', () => {
  const upload = operationNamed('POST', '/v1/kyc/documents/{customer_id}');
  expect(upload?.requestBody?.content).toMatchObject({
    'multipart/form-data': {
      schema: {
        required: ['metadata'],
        properties: { metadata: { type: 'object' }, file: { type: 'string' }, file9: { type: 'string' } },
      },
      encoding: { metadata: { contentType: 'application/json' } },
    },
  });
});

test('a hash may be in either case', () => {
  const upload = operationNamed('POST', '/v1/kyc/documents/{customer_id}');
  expect(JSON.stringify(upload?.requestBody?.content)).not.toContain('[0-9a-f]{64}');
});

test('an old spelling names its successor', () => {
  const old = operationNamed('POST', '/v1/instant-settlement/{funding_id}/decision');
  expect(old?.['description']).toContain('`PUT /v1/instant-settlements/{funding_id}/decision`');
});

test('a list documents its bounds, its filters and their defaults', () => {
  const parameters = operationNamed('GET', '/v1/instant-settlements')?.parameters ?? [];
  expect(parameters.filter((parameter) => parameter['in'] === 'query')).toMatchObject([
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
    { name: 'offset', schema: { type: 'integer', minimum: 0, default: 0 } },
    { name: 'starting_after', schema: { type: 'string' } },
    {
      name: 'status',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { enum: expect.arrayContaining(['approved', 'funded']) } },
    },
    { name: 'currency', schema: { type: 'string', enum: expect.arrayContaining(['HKD']) } },
    { name: 'created_from', schema: { type: 'string' } },
    { name: 'created_until', schema: { type: 'string' } },
    { name: 'customer_id', schema: { type: 'string' } },
    {
      name: 'servicing_state',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { enum: expect.arrayContaining(['overdue', 'settled']) } },
    },
    { name: 'due_from', schema: { type: 'string', format: 'date' } },
    { name: 'due_until', schema: { type: 'string', format: 'date' } },
    { name: 'updated_from', schema: { type: 'string' } },
  ]);
});

test('no operation has two parameters of one name, which a client could not tell apart', () => {
  const twice = allRoutes.flatMap(({ method, path }) => {
    const names = (operationNamed(method, path)?.parameters ?? []).flatMap(({ name }) => name ?? []);
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `${method} ${path}: ${name}`);
  });
  expect(twice).toEqual([]);
});

test('a link to the next page is documented for lists, and neither for the feed nor for a download', () => {
  const linked = allRoutes
    .map(({ method, path }) => ({ name: `${method} ${path}`, described: operationNamed(method, path) }))
    .filter(({ described }) => described?.deprecated !== true)
    .filter(({ described }) => 'Link' in (described?.responses['200']?.headers ?? {}));
  expect(linked.map(({ name }) => name).toSorted()).toEqual([
    'GET /v1/customers',
    'GET /v1/customers/{customer_id}/instant-settlements',
    'GET /v1/instant-settlements',
    'GET /v1/instant-settlements/{funding_id}/repayments',
    'GET /v1/webhook-endpoints',
    'GET /v1/webhook-endpoints/{webhook_endpoint_id}/deliveries',
  ]);
  expect(linked.map(({ described }) => described?.['description'])).toEqual(
    linked.map(() => expect.stringContaining('The `Link` header')),
  );
});

test('descriptions use the words of the glossary, in OpenAPI and in GraphQL', () => {
  const texts = Array.from(
    `${JSON.stringify(document)}\n${printSchema(gatewaySchema())}`.matchAll(
      /"(?:description|summary)":"((?:[^"\\]|\\.)*)"|"""(.*?)"""/gs,
    ),
    ([, rest, graphql]) => rest ?? graphql ?? '',
  );
  expect(texts.length).toBeGreaterThan(100);
  const comment = `/*\n${texts.join('\n').replaceAll('*/', '')}\n*/`;
  expect(formerWordsIn(comment, 'src')).toEqual([]);
});

test('the document needs no key: everyone gets it, at the address of the gateway, and the same each time', async () => {
  const fixture = await openTestGateway({ PUBLIC_URL: 'https://gateway.test' });
  const first = await fixture.fetch('GET', '/v1/openapi.json');
  const second = await fixture.fetch('GET', '/v1/openapi.json');
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(first.json.servers).toEqual([{ url: 'https://gateway.test' }]);
  expect(first.json).toEqual(document);
  expect(second.text).toBe(first.text);
  await fixture.close();
});
