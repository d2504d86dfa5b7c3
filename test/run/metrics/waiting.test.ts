import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_LOAD } from '../../../src/pipeline/limits/load.ts';
import { openMetrics } from '../../../src/run/metrics/metrics.ts';
import { type Listening, serve } from '../../../src/run/server/serve.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { readAnswer } from '../../support/requests/raw-request.ts';
import { stopClock } from '../../support/stopped-clock.ts';
import { samplesOf } from './scraped.ts';

const metrics = openMetrics({ database: 'sqlite', storage: 'memory' }, 0);

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
let listening: Listening;
beforeAll(async () => {
  fixture = await openTestGateway({}, undefined, NO_LOAD, metrics.telemetry);
  partner = await fixture.partner();
  customerId = (await partner.rest('POST', '/v1/customers', customerBody())).json.customer_id;
  listening = await serve({ ...fixture.app, close: () => fixture.close() }, { host: '127.0.0.1', port: 0 });
});
afterAll(() => listening.stop(0));

const valueOf = async (name: string, route: string | undefined = undefined) =>
  samplesOf(await metrics.scrape(fixture.gateway)).find(
    (sample) => sample.name === name && sample.labels['http_route'] === route,
  )?.value ?? 0;

/** How many requests for a route were timed, and their seconds. */
const durationOf = async (route: string) => ({
  count: await valueOf('http_server_request_duration_seconds_count', route),
  sum: await valueOf('http_server_request_duration_seconds_sum', route),
});

/** How long a body waits for its second half, by a clock that else stands still. */
const HELD_MS = 400_000;

const JSON_TYPE = 'application/json';
const customer = JSON.stringify(customerBody());
const query = JSON.stringify({ query: '{ viewer { partner { id } } }' });
const upload = ['--b\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{}\r\n', '--b--\r\n'].join('');
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test.each([
  ['a JSON body', '/v1/customers', JSON_TYPE, customer, 200],
  ['a JSON body in chunks', '/v1/customers', JSON_TYPE, customer, 200],
  ['a GraphQL request', '/graphql', JSON_TYPE, query, 200],
  ['an upload', '/v1/kyc/documents/{customer_id}', 'multipart/form-data; boundary=b', upload, 400],
])(
  'the time in which a client sends its body is not that of the gateway: %s',
  async (what, route, type, body, status) => {
    const isChunked = what.endsWith('chunks');
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
    const target = route.replace('{customer_id}', customerId);
    const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${partner.authorization}\r\nContent-Type: ${type}\r\n${length}\r\nConnection: close\r\n\r\n`;
    const half = body.length >> 1;
    const [first, second] = [body.slice(0, half), body.slice(half)];
    const before = await durationOf(route);
    const clock = stopClock();

    const socket = connect(listening.port, '127.0.0.1');
    let raw = '';
    socket.on('data', (bytes) => (raw += bytes.toString('latin1')));
    const closed = once(socket, 'close');
    socket.write(head + (isChunked ? chunked(first) : first));
    await expect.poll(() => valueOf('http_server_active_requests')).toBe(1);
    clock.pass(HELD_MS);
    socket.write(isChunked ? `${chunked(second)}0\r\n\r\n` : second);
    await closed;
    clock.restore();

    expect(readAnswer(raw).status).toBe(status);
    const { count, sum } = await durationOf(route);
    expect(count).toBe(before.count + 1);
    expect(sum).toBeCloseTo(before.sum);
  },
);
