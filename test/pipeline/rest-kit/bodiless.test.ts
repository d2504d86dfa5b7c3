import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveTestGateway, type Served } from '../../support/served.ts';
import type { TestPartner } from '../../support/gateway.ts';

let served: Served;
let partner: TestPartner;

beforeAll(async () => {
  served = await serveTestGateway();
  partner = await served.partner();
});
afterAll(() => served.stop());

/** `axios.post(url)` names this type although it sends nothing. */
const FORM = 'application/x-www-form-urlencoded';

async function rotationPath(): Promise<string> {
  const hooks = { url: 'https://93.184.216.34/hooks', event_types: ['*'] };
  const { json } = await partner.rest('POST', '/v1/webhook-endpoints', hooks);
  return `/v1/webhook-endpoints/${json.webhook_endpoint_id}/rotate-secret`;
}

/** Over a socket: only there a request without a body may have a length. */
async function post(path: string, type: string, body: string | null = null): Promise<number> {
  const headers = { authorization: partner.authorization, 'content-type': type };
  const response = await fetch(served.baseUrl + path, { method: 'POST', headers, body });
  await response.body?.cancel();
  return response.status;
}

test.each([FORM, 'application/json', 'text/plain'])(
  'a request that needs no body and has none is done, although its media type is %s',
  async (type) => {
    expect(await post(await rotationPath(), type)).toBe(200);
    const { status } = await partner.rest('POST', await rotationPath(), undefined, { 'content-type': type });
    expect(status).toBe(200);
  },
);

test('if a body may be left out, one that is sent is read as JSON or refused', async () => {
  const path = await rotationPath();
  expect(await post(path, FORM, 'overlap_hours=2')).toBe(415);
  expect(await post(path, 'application/json', ' ')).toBe(400);
  expect(await post(path, 'application/json', '{"overlap_hours": 2}')).toBe(200);
});

test('if a body is required, a request without one is refused by its media type', async () => {
  expect(await post('/v1/customers', FORM)).toBe(415);
  expect(await post('/v1/customers', 'application/json')).toBe(400);
});
