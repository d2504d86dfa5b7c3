import { createClient } from 'fundgate/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  openTestGateway,
  pdf,
  type TestGateway,
  type TestPartner,
  uploadForm,
} from '../../support/gateway.ts';
import { customer } from '../../client/samples.ts';
import { serveTestGateway } from '../../support/served.ts';

let fixture: TestGateway;

beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on', CORS_ORIGINS: 'https://app.example.com' });
});
afterAll(() => fixture.close());

const create = (partner: TestPartner, headers: Readonly<Record<string, string>>) =>
  partner.rest('POST', '/v1/customers', customerBody(), headers);
const customersOf = async (partner: Pick<TestPartner, 'graphql'>): Promise<number> =>
  (await partner.graphql('{ customers(first: 1) { totalCount } }')).json.data.customers.totalCount;

describe('Fundgate-Fault', () => {
  test.each([
    ['rate_limited', 429],
    ['service_unavailable', 503],
  ])('%s refuses a request with %i, and nothing is done', async (fault, status) => {
    const partner = await fixture.partner();
    const refused = await create(partner, { 'fundgate-fault': fault });
    expect({ status: refused.status, ...refused.json.error }).toMatchObject({
      status,
      code: fault,
      message: 'Fundgate-Fault asked for this error. Nothing was done.',
    });
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(await customersOf(partner)).toBe(0);
  });

  test('lost_answer performs the request and loses its response, which a retry with the key gets', async () => {
    const partner = await fixture.partner();
    const key = { 'idempotency-key': 'once' };
    const lost = await create(partner, { ...key, 'fundgate-fault': 'lost_answer' });
    expect({ status: lost.status, ...lost.json.error }).toMatchObject({
      status: 503,
      code: 'service_unavailable',
      message: 'Fundgate-Fault asked for this error. The request was processed before.',
    });
    expect(lost.text).not.toContain('customer_id');
    const again = await create(partner, key);
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
    expect(await customersOf(partner)).toBe(1);
  });

  test('lost_answer of an upload keeps the document, and of a download cancels it', async () => {
    const partner = await fixture.partner();
    const { customer_id: id } = (await create(partner, {})).json;
    const path = `/v1/kyc/documents/${id}`;
    const sent = await partner.rest('POST', path, uploadForm('nar1', [pdf()]), {
      'fundgate-fault': 'lost_answer',
    });
    expect(sent.status).toBe(503);
    const [document] = (await partner.rest('GET', path)).json.nar1;
    const retrieve = `${path}/${document.document_id}`;
    const { url } = (await partner.rest('GET', retrieve)).json;
    const lost = await fixture.fetch('GET', url.replace('http://gateway.test', ''), {
      headers: { 'fundgate-fault': 'lost_answer' },
    });
    expect(lost.json.error.code).toBe('service_unavailable');
  });

  test('has a response in the form of GraphQL', async () => {
    const partner = await fixture.partner();
    for (const [fault, code] of [
      ['rate_limited', 'rate_limited'],
      ['lost_answer', 'service_unavailable'],
    ]) {
      const { json } = await partner.graphql(
        '{ viewer { __typename } }',
        {},
        { 'fundgate-fault': fault ?? '' },
      );
      expect(json).toMatchObject({ errors: [{ extensions: { code } }] });
      expect(json.data).toBeUndefined();
    }
  });

  test.each([
    '',
    'lost',
    'LOST_ANSWER',
    'toString',
    'slow',
    'slow=',
    'slow=31',
    'slow=30.001',
    'slow=-1',
    'slow=1e1',
  ])('cannot be "%s"', async (fault) => {
    const partner = await fixture.partner();
    const { status, json } = await create(partner, { 'fundgate-fault': fault });
    expect({ status, ...json.error }).toMatchObject({
      status: 400,
      code: 'parameter_invalid',
      param: 'Fundgate-Fault',
      message:
        'Fundgate-Fault must be one of: rate_limited, service_unavailable, lost_answer, slow=<seconds>, with at most 30 seconds.',
    });
    const graphql = await partner.graphql('{ __typename }', {}, { 'fundgate-fault': fault });
    expect(graphql.json.errors[0].extensions).toMatchObject({
      code: 'parameter_invalid',
      param: 'Fundgate-Fault',
    });
    expect(await customersOf(partner)).toBe(0);
  });

  test('is allowed to pages of other origins, and OpenAPI describes it as no parameter of an operation', async () => {
    const preflight = await fixture.fetch('OPTIONS', '/v1/customers', {
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain(', Fundgate-Fault');
    const { json } = await fixture.fetch('GET', '/v1/openapi.json', {
      headers: { origin: 'https://app.example.com' },
    });
    expect(json.info.description).toContain('`Fundgate-Fault`');
    // Programs that import a description fill in each header that it names, and every request would fail.
    expect(JSON.stringify([json.paths, json.components])).not.toContain('Fundgate-Fault');
  });
});

test('a slow response comes after the request is done, and at once when the gateway stops', async () => {
  const slow = await openTestGateway({ SANDBOX: 'on' });
  try {
    const partner = await slow.partner();
    expect((await create(partner, { 'fundgate-fault': 'slow=0.001' })).status).toBe(200);
    let isAnswered = false;
    const answer = create(partner, { 'fundgate-fault': 'slow=30' }).finally(() => (isAnswered = true));
    await expect.poll(() => customersOf(partner)).toBe(2);
    expect(isAnswered).toBe(false);
    slow.app.drain();
    expect((await answer).status).toBe(200);
  } finally {
    await slow.close();
  }
});

test('the client sends a call again after a fault, and makes one record', async () => {
  const served = await serveTestGateway({ SANDBOX: 'on' });
  try {
    const partner = await served.partner();
    const reported: unknown[] = [];
    const client = createClient({
      baseUrl: served.baseUrl,
      apiKey: partner.apiKey,
      onRetry: (error) => void reported.push('code' in error ? error.code : error.name),
    });
    const faults = ['rate_limited', 'lost_answer'];
    for (const fault of faults) await client.customers.create(customer, { fault });
    expect(reported).toEqual(['rate_limited', 'service_unavailable']);
    const { count } = await client.customers.list().page();
    expect(count).toBe(2);
  } finally {
    await served.stop();
  }
});

test('a live gateway ignores the header', async () => {
  const live = await openTestGateway({ CORS_ORIGINS: 'https://app.example.com' });
  try {
    const partner = await live.partner();
    for (const fault of ['rate_limited', 'lost_answer', 'slow=30', 'unknown'])
      expect((await create(partner, { 'fundgate-fault': fault })).status).toBe(200);
    const preflight = await live.fetch('OPTIONS', '/v1/customers', {
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('Access-Control-Allow-Headers')).not.toContain('Fundgate');
    expect((await live.fetch('GET', '/v1/openapi.json')).text).not.toContain('Fundgate-Fault');
  } finally {
    await live.close();
  }
});
