import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

async function messageOf(path: string, key?: string): Promise<string> {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const response = await fixture.app.fetch(new Request(`http://gateway.test${path}`, { headers }));
  return JSON.parse(await response.text()).error.message;
}

test.each([
  ['/v1/customer', ' Did you mean /v1/customers?'],
  ['/customers', ' Did you mean /v1/customers?'],
  ['/v1/instant_settlements', ' Did you mean /v1/instant-settlements?'],
  ['/v1/costumers/somebody', ' Did you mean /v1/customers/{customer_id}?'],
  ['/v1/nothing-like-it', ''],
  [`/v1/${'customers'.repeat(40)}`, ''],
])('the error of the unknown path %s suggests the similar one', async (path, hint) => {
  expect(await messageOf(path)).toBe(`There is no such path.${hint}`);
});

test.each([
  ['fgk_short', ' It has 9 characters; a whole key has 47.'],
  [`fgk_${'x'.repeat(43)}`, ''],
  ['chosen-by-the-provider', ''],
])('the error of the key %s gives its length if it was cut, and never its text', async (key, hint) => {
  expect(await messageOf('/v1/customers', key)).toBe(`The API key is not valid.${hint}`);
});

test.each([
  ['page=2', 'offset'],
  ['skip=20', 'offset'],
  ['per_page=50', 'limit'],
  ['page_size=50', 'limit'],
  ['cursor=cus_1', 'starting_after'],
])('the error of the parameter %s of another API suggests %s', async (query, name) => {
  const partner = await fixture.partner();
  const { status, json } = await partner.rest('GET', `/v1/customers?${query}`);
  expect([status, json.error.code]).toEqual([400, 'parameter_unknown']);
  expect(json.error.message).toContain(`Did you mean ${name}?`);
});

const openApi = async () =>
  JSON.parse(await (await fixture.app.fetch(new Request('http://gateway.test/v1/openapi.json'))).text());

test('OpenAPI says of a file that it is binary, for generators of both versions', async () => {
  const { paths } = await openApi();
  const { content } = paths['/v1/kyc/documents/{customer_id}'].post.requestBody;
  expect(content['multipart/form-data'].schema.properties.file).toEqual({
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
  });
});

test.each(['200', '206'])('OpenAPI says of a downloaded document that it is binary (%s)', async (status) => {
  const { content } = (await openApi()).paths['/v1/files/{document_id}'].get.responses[status];
  const schemas = Object.entries<{ schema: unknown }>(content).map(([type, { schema }]) => [type, schema]);
  expect(Object.fromEntries(schemas)).toEqual({
    'image/jpeg': { type: 'string', format: 'binary' },
    'image/png': { type: 'string', format: 'binary' },
    'application/pdf': { type: 'string', format: 'binary' },
  });
});

test('OpenAPI lists the event types that partners see, and no others', async () => {
  const { type } = (await openApi()).components.schemas.Event.properties;
  expect(type.enum).toEqual([
    'partner.created',
    'partner.updated',
    'key.created',
    'key.rotated',
    'key.moved',
    'key.revoked',
    'customer.created',
    'customer.updated',
    'kyc.created',
    'kyc.updated',
    'kyc.documents_uploaded',
    'kyc.document_requested',
    'kyc.status_changed',
    'funding.submitted',
    'funding.approved',
    'funding.denied',
    'funding.accepted',
    'funding.rejected',
    'funding.expired',
    'funding.withdrawn',
    'funding.disbursed',
    'funding.revoked',
    'funding.repaid',
    'funding.reopened',
    'funding.disbursement_returned',
    'funding.balance_changed',
    'funding.due_soon',
    'funding.overdue',
    'funding.overdue_ended',
    'funding.fee_waived',
    'funding.written_off',
    'funding.excess_refunded',
    'funding.due_on_changed',
    'funding.disbursement_corrected',
    'repayment.reported',
    'repayment.cancelled',
    'repayment.received',
    'repayment.declined',
    'repayment.reversed',
    'webhook_endpoint.created',
    'webhook_endpoint.updated',
    'webhook_endpoint.deleted',
    'webhook_endpoint.disabled',
    'test.ping',
  ]);
});

test('a partner is offered the event types that partners see, and no others', async () => {
  const partner = await fixture.partner();
  const { status, json } = await partner.rest('GET', '/v1/events?types=customer.gone');
  expect(status).toBe(400);
  expect(json.error.message).toContain('customer.created');
  expect(json.error.message).not.toMatch(/operator\.created|export\.began|kyc\.identity_read/);
});
