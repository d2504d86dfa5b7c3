import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/engine/log/log.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let keyId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  const key = await fixture.gateway.database.reads
    .selectFrom('api_key')
    .select('id')
    .executeTakeFirstOrThrow();
  keyId = key.id;
});
afterAll(() => fixture.close());

/** The line of the last request, without what differs each time. */
function lastLine(): Record<string, unknown> {
  const lines = fixture.logged.map((line): Record<string, unknown> => JSON.parse(line));
  const { level, time, request_id, duration_ms, msg, ...line } =
    lines.findLast((each) => each['msg'] === 'request') ?? {};
  expect([level, typeof time, typeof request_id, typeof duration_ms, msg]).toEqual([
    30,
    'string',
    'string',
    'number',
    'request',
  ]);
  return line;
}

const asker = () => ({ partner_id: partner.partnerId, key_id: keyId });

test('a line of a REST request has partner, key and operation', async () => {
  await partner.rest('POST', '/v1/customers', customerBody());
  expect(lastLine()).toEqual({
    method: 'POST',
    route: '/v1/customers',
    status: 200,
    operation: 'createCustomer',
    ...asker(),
  });
});

test('a line of a GraphQL request names its operation as REST does', async () => {
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  await partner.rest('GET', `/v1/customers/${json.customer_id}`);
  const { operation } = lastLine();
  await partner.graphql('query($id: ID!) { customer(id: $id) { id } }', { id: json.customer_id });
  expect(lastLine()).toEqual({ method: 'POST', route: '/graphql', status: 200, operation, ...asker() });
});

test('a line has the code of the error, on both APIs and if no operation was reached', async () => {
  await partner.rest('GET', '/v1/customers/cus_none');
  expect(lastLine()).toMatchObject({ status: 404, code: 'resource_missing', operation: 'getCustomer' });
  await partner.graphql('mutation { createCustomer(input: {}) { id } }');
  expect(lastLine()).toMatchObject({ route: '/graphql', code: expect.any(String) });
  await fixture.withKey('fgk_wrong').graphql('{ __typename }');
  expect(lastLine()).toEqual({ method: 'POST', route: '/graphql', status: 401, code: 'api_key_invalid' });
  await fixture.withKey('fgk_wrong').rest('GET', '/v1/customers');
  expect(lastLine()).toEqual({
    method: 'GET',
    route: '/v1/customers',
    status: 401,
    code: 'api_key_invalid',
    operation: 'listCustomers',
  });
  await partner.rest('GET', '/v1/nothing');
  expect(lastLine()).toMatchObject({ status: 404, code: 'route_unknown' });
});

test('a failure has its own code or the code of its cause, and no message', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const refused = Object.assign(new Error('connect 192.0.2.1'), { code: 'ECONNREFUSED' });
  log.failure(new TypeError('fetch failed', { cause: refused }), '1');
  log.failure(Object.assign(new Error('no room', { cause: refused }), { code: 'ENOSPC' }), '2');
  log.failure(new Error('why', { cause: 'Chan Tai Man' }), '3');
  const circular = new Error('again');
  circular.cause = new Error('and again', { cause: circular });
  log.failure(circular, '4');
  const printed = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(printed.map(({ error, code }) => [error, code])).toEqual([
    ['TypeError', 'ECONNREFUSED'],
    ['Error', 'ENOSPC'],
    ['Error', undefined],
    ['Error', undefined],
  ]);
  expect(lines.join('')).not.toMatch(/192\.0|no room|Chan/);
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test.each([
  [`00-${TRACE}-${PARENT}-01`, TRACE],
  [`01-${TRACE}-${PARENT}-00-more`, TRACE],
  [`00-${TRACE}-${PARENT}-01-more`, undefined],
  [`ff-${TRACE}-${PARENT}-01`, undefined],
  [`00-${'0'.repeat(32)}-${PARENT}-01`, undefined],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
  [`00-${TRACE.toUpperCase()}-${PARENT}-01`, undefined],
  ['Chan Tai Man', undefined],
])('of the traceparent "%s" the line has the trace %s', async (traceparent, traceId) => {
  await partner.rest('GET', '/v1/customers', undefined, { traceparent });
  expect(lastLine()['trace_id']).toBe(traceId);
  expect(fixture.logged.join('')).not.toContain('Chan Tai Man');
});
