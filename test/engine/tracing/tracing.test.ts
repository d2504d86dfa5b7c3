import { afterEach, expect, test } from 'vitest';
import { NO_LOAD } from '../../../src/pipeline/limits/load.ts';
import { openTracing, type TraceSettings } from '../../../src/engine/tracing/tracing.ts';
import { customerBody, settlementBody } from '../../support/gateway.ts';
import { openReceiver } from '../../nouns/webhook/sending/receiver.ts';
import { openWebhooks } from '../../nouns/webhook/webhook-fixture.ts';
import { openCollector } from './collector.ts';

/** Only a hang takes so long. */
const STOP_MS = 60_000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A gateway that sends webhooks, what receives them, and what collects the spans. */
async function openTraced(settings: Partial<TraceSettings> = {}) {
  const collector = await openCollector();
  const receiver = await openReceiver();
  const sampling = {
    headers: {},
    serviceName: 'gateway of the test',
    sampler: 'parentbased_always_on',
    ratio: 1,
  } as const;
  const tracing = openTracing(
    { endpoint: collector.url, ...sampling, ...settings },
    { storage: 'memory', database: 'sqlite' },
  );
  const fixture = await openWebhooks({}, NO_LOAD, tracing.telemetry);
  closing.push(collector.close, receiver.close, fixture.close);
  return { collector, receiver, fixture, stop: () => tracing.stop(STOP_MS) };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('one trace leads from the request of a client to the webhook about its change', async () => {
  const { collector, receiver, fixture, stop } = await openTraced();
  const { partner } = fixture;
  await fixture.subscribe(receiver.url, { event_types: ['customer.created'] });
  const body = { ...settlementBody('none'), customer_id: undefined };
  await partner.rest('POST', '/v1/instant-settlements', body);
  const { customerId } = await newCustomer();
  await partner.upload(customerId, 'nar1');
  await fixture.deliver();
  await stop();

  const own = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => own.find((span) => span.name === name);
  expect(own.map(({ name }) => name).toSorted()).toEqual(
    ['POST /v1/customers', 'createCustomer', 'transaction', 'webhook attempt'].toSorted(),
  );
  expect(named('POST /v1/customers')).toMatchObject({
    parentId: PARENT,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/customers',
      'http.response.status_code': 200,
    },
  });
  expect(named('createCustomer')?.parentId).toBe(named('POST /v1/customers')?.spanId);
  expect(named('transaction')?.parentId).toBe(named('createCustomer')?.spanId);
  const attempt = named('webhook attempt');
  expect(attempt).toMatchObject({
    parentId: named('createCustomer')?.spanId,
    attributes: { 'fundgate.outcome': 'ok', 'http.response.status_code': 200 },
  });
  expect(receiver.received[0]?.headers['traceparent']).toBe(`00-${TRACE}-${attempt?.spanId}-01`);
  expect(fixture.attempted[0]).toMatchObject({ trace_id: TRACE });

  const upload = collector.spans.find(({ name }) => name === 'storage put');
  expect(upload?.attributes).toEqual({ 'fundgate.storage': 'memory' });
  const refused = collector.spans.find(({ name }) => name === 'POST /v1/instant-settlements');
  expect(refused?.attributes).toMatchObject({
    'http.response.status_code': 400,
    'error.type': 'parameter_missing',
  });
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'gateway of the test' });
  // The lines of the log name the trace; a request whose client names none begins one.
  const lines = fixture.logged.map((line) => JSON.parse(line));
  const ofTrace = lines.filter(({ trace_id }) => trace_id === TRACE).map(({ msg }) => msg);
  expect(ofTrace.toSorted()).toEqual(['committed', 'committed', 'request']);
  for (const { msg, trace_id } of lines) if (msg === 'request') expect(trace_id).toMatch(/^[\da-f]{32}$/);

  // Templates and codes alone: no ids, no values.
  for (const value of ['Harbour', 'Chan', partner.apiKey, customerId, 'cus_', 'par_', 'evt_', '/hooks'])
    expect(collector.text()).not.toContain(value);

  async function newCustomer() {
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    const { json } = await partner.rest('POST', '/v1/customers', customerBody(), headers);
    return { customerId: json.customer_id };
  }
});

test.each([
  ['a client that does not keep its trace', 'parentbased_always_on', 1, '00', 0],
  ['a sampler that keeps none', 'always_off', 1, '01', 0],
  ['a sampler that asks no client', 'always_on', 1, '00', 2],
  // By the number of this trace, which is 0.5685 of the largest.
  ['a sampler by ratio that does not keep the trace', 'traceidratio', 0.568, '01', 0],
  ['a sampler by ratio that keeps the trace', 'traceidratio', 0.569, '00', 2],
] as const)('%s: %s, %d', async (_what, sampler, ratio, flags, spans) => {
  const { collector, fixture, stop } = await openTraced({ sampler, ratio });
  await fixture.partner.rest('GET', '/v1/customers/cus_none', undefined, {
    traceparent: `00-${TRACE}-${PARENT}-${flags}`,
  });
  await stop();
  expect(collector.spans.filter(({ traceId }) => traceId === TRACE)).toHaveLength(spans);
  // The line names the trace in any case: others may keep it.
  expect(fixture.logged.at(-1)).toContain(`"trace_id":"${TRACE}"`);
});

test('a sampler by ratio keeps all spans of a trace that it keeps', async () => {
  const { collector, fixture, stop } = await openTraced({ sampler: 'traceidratio', ratio: 0.5 });
  const requests = Array.from({ length: 40 }, () => fixture.partner.rest('GET', '/v1/customers/cus_none'));
  await Promise.all(requests);
  await stop();
  const roots = collector.spans.filter(({ name }) => name === 'GET /v1/customers/{customer_id}');
  // By chance all or none of 40 are kept once in 10^12 runs.
  expect(roots.length).toBeGreaterThan(0);
  expect(roots.length).toBeLessThan(requests.length);
  const below = collector.spans.filter(({ name }) => name === 'getCustomer');
  expect(below.map(({ parentId }) => parentId).toSorted()).toEqual(
    roots.map(({ spanId }) => spanId).toSorted(),
  );
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(roots.length);
});

test('the collector gets the headers that it asks for', async () => {
  const { collector, fixture, stop } = await openTraced({ headers: { 'api-key': 's=ecret' } });
  await fixture.partner.rest('GET', '/v1/customers');
  await stop();
  expect(collector.headers[0]?.['api-key']).toBe('s=ecret');
});

test('where no collector listens, requests are answered and a stop does not wait', async () => {
  const { collector, fixture, stop } = await openTraced();
  await collector.close();
  for (let asked = 0; asked < 300; asked += 1)
    expect((await fixture.partner.rest('GET', '/v1/customers')).status).toBe(200);
  await stop();
});

test('GraphQL is traced by its operations', async () => {
  const { collector, fixture, stop } = await openTraced();
  await fixture.partner.graphql('{ customers { nodes { id } } viewer { partner { id } } }');
  await stop();
  const request = collector.spans.find(({ name }) => name === 'POST /graphql');
  const below = collector.spans.filter(({ parentId }) => parentId === request?.spanId);
  expect(below.map(({ name }) => name).toSorted()).toContain('listCustomers');
});
