import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxRoutes } from '../../../src/nouns/sandbox/sandbox.rest.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

let live: TestGateway;
let sandbox: TestGateway;
let partner: TestPartner;

beforeAll(async () => {
  live = await openTestGateway();
  sandbox = await openTestGateway({ SANDBOX: 'on' });
  partner = await live.partner();
});
afterAll(async () => {
  await live.close();
  await sandbox.close();
});

const ROWS = [
  'GET /v1/sandbox/clock',
  'POST /v1/sandbox/clock',
  'POST /v1/sandbox/instant-settlements/{funding_id}/sales',
  'POST /v1/sandbox/instant-settlements/{funding_id}/{event}',
  'POST /v1/sandbox/kyc/{customer_id}/{event}',
  'POST /v1/sandbox/repayments/{repayment_id}/{event}',
  'PUT /v1/sandbox/settings',
  'POST /v1/sandbox/partners',
  'POST /v1/sandbox/reset',
  'POST /v1/sandbox/webhook-endpoints/{webhook_endpoint_id}/send',
];

const FIELDS: readonly (readonly [string, string])[] = [
  ['sandboxClock', 'query { sandboxClock { now } }'],
  ['sandboxAdvanceClock', 'mutation { sandboxAdvanceClock(input: { advance: "P1D" }) { now } }'],
  ['sandboxSettlementEvent', 'mutation { sandboxSettlementEvent(id: "fun_1", event: APPROVE) { status } }'],
  ['sandboxKyc', 'mutation { sandboxKyc(customerId: "cus_1", event: COMPLETE) { status } }'],
  ['sandboxSales', 'mutation { sandboxSales(id: "fun_1", input: { amount: 1 }) { share } }'],
  ['sandboxUpdateSettings', 'mutation { sandboxUpdateSettings(input: {}) { name } }'],
  ['sandboxCreatePartner', 'mutation { sandboxCreatePartner { key { apiKey } } }'],
  ['sandboxReset', 'mutation { sandboxReset { formerPartnerId } }'],
  ['sandboxRepaymentEvent', 'mutation { sandboxRepaymentEvent(id: "rep_1", event: CONFIRM) { status } }'],
  ['sandboxSend', 'mutation { sandboxSend(id: "whe_1", type: FUNDING_OVERDUE) { eventId } }'],
];

describe('a live gateway', () => {
  test('has none of the rows', async () => {
    expect(sandboxRoutes.map(({ method, path }) => `${method} ${path}`)).toEqual(ROWS);
    for (const row of ROWS) {
      const [method = '', path = ''] = row.split(' ');
      const { status, json } = await partner.rest(
        method,
        path.replaceAll(/[{}]/g, ''),
        method === 'GET' ? undefined : {},
      );
      expect({ row, status, code: json.error.code }).toEqual({ row, status: 404, code: 'route_unknown' });
    }
  });

  test.each(FIELDS)('refuses the field %s to partners and operators', async (_name, document) => {
    const operator = await live.key(partner.partnerId, { role: 'operator' });
    for (const caller of [partner, operator]) {
      const { json } = await caller.graphql(document);
      expect(json.errors[0]).toMatchObject({
        message: 'Only a sandbox has this operation, and this gateway is live.',
        extensions: { code: 'permission_denied' },
      });
    }
  });

  test('describes no row of a sandbox, and sends no header of it', async () => {
    const { text, headers } = await partner.rest('GET', '/v1/openapi.json');
    expect(text).not.toContain('sandbox');
    expect(text).not.toContain('Sandbox');
    expect(headers.has('Fundgate-Sandbox')).toBe(false);
  });

  test('refuses a key of a sandbox with a sentence', async () => {
    const { apiKey } = await sandbox.partner();
    const { status, json } = await live.fetch('GET', '/v1/customers', {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect({ status, ...json.error }).toMatchObject({
      status: 401,
      code: 'api_key_invalid',
      message: 'The API key is not valid. It is a key of a sandbox, and this gateway is live.',
    });
  });
});

test('each page for people of a sandbox says that it is of a sandbox, and no page of a live gateway does', async () => {
  const pages = ['/', '/docs', '/docs/errors', '/docs/reference', '/console', '/console/graphiql'];
  const band = '<p class="sandbox"><strong>Sandbox</strong> – nothing here is real, and no money moves.</p>';
  const headers = { accept: 'text/html' };
  for (const path of pages) {
    const there = await sandbox.fetch('GET', path, { headers });
    expect({ path, status: there.status, has: there.text.includes(band) }).toEqual({
      path,
      status: 200,
      has: true,
    });
    expect((await live.fetch('GET', path, { headers })).text).not.toContain('class="sandbox"');
  }
});

describe('a sandbox', () => {
  test('makes keys that begin with fgk_test_', async () => {
    const { apiKey, partnerId } = await sandbox.partner();
    expect(apiKey).toMatch(/^fgk_test_[\w-]{43}$/);
    expect((await sandbox.key(partnerId)).apiKey).toMatch(/^fgk_test_[\w-]{43}$/);
    expect(partner.apiKey).not.toMatch(/^fgk_test_/);
  });

  test('refuses a key of a live gateway with a sentence', async () => {
    const { status, json } = await sandbox.fetch('GET', '/v1/customers', {
      headers: { authorization: partner.authorization },
    });
    expect({ status, ...json.error }).toMatchObject({
      status: 401,
      code: 'api_key_invalid',
      message: 'The API key is not valid. This gateway is a sandbox; its keys begin with fgk_test_.',
    });
  });

  test('has a reference of its rows and fields', async () => {
    const { text } = await sandbox.fetch('GET', '/docs/reference.md');
    for (const [field] of FIELDS) expect(text).toContain(field);
  });

  test('describes its rows', async () => {
    const { json } = await sandbox.fetch('GET', '/v1/openapi.json');
    for (const row of ROWS) {
      const [method = '', path = ''] = row.split(' ');
      expect(Object.keys(json.paths[path] ?? {})).toContain(method.toLowerCase());
    }
  });
});
