import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventStream } from '../../../../src/api/graphql/stream/event-stream.ts';
import { createStreams } from '../../../../src/api/graphql/stream/streams.ts';
import { NO_TELEMETRY } from '../../../../src/engine/tracing/telemetry.ts';
import { customerBody } from '../../../support/gateway.ts';
import { type Served, serveTestGateway } from '../../../support/served.ts';

const EVENTS = 'subscription { events { event { type } } }';
const ONE = '{ viewer { __typename } }';

let served: Served;
beforeAll(async () => {
  served = await serveTestGateway({ CORS_ORIGINS: '*', RATE_LIMIT: 'on' });
});
afterAll(() => served.stop());

/** A document whose answer is a stream. */
const streamOf = (
  { authorization }: { readonly authorization: string },
  query: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  fetch(`${served.baseUrl}/graphql`, {
    method: 'POST',
    headers: { authorization, accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });

test('a subscription sends its events, also after a query whose response was a stream of one result', async () => {
  const partner = await served.partner();
  const one = await streamOf(partner, ONE);
  expect(await one.text()).toContain('"Viewer"');
  const { body, status, headers } = await streamOf(partner, EVENTS);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await partner.rest('POST', '/v1/customers', customerBody());
  await served.relay();
  let text = '';
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += part.value;
    if (text.includes('KYC_CREATED')) break;
  }
  expect(text).toContain('event: next\ndata: {"data":{"events":{"event":{"type":"CUSTOMER_CREATED"}}}}\n\n');
  expect(text).toContain('event: next\ndata: {"data":{"events":{"event":{"type":"KYC_CREATED"}}}}\n\n');
  await reader?.cancel();
});

test('a response that is a stream has only the headers of its own request', async () => {
  const [here, elsewhere] = [await served.partner(), await served.partner()];
  const origin = 'https://app.example';
  for (const query of [ONE, EVENTS]) {
    const theirs = await streamOf(here, query, { origin });
    expect(theirs.headers.get('access-control-allow-origin')).toBe(origin);
    await theirs.body?.cancel();
  }
  const own = await streamOf(elsewhere, EVENTS);
  expect(own.status).toBe(200);
  expect(own.headers.get('access-control-allow-origin')).toBeNull();
  expect(own.headers.get('content-length')).toBeNull();
  await own.body?.cancel();
});

test('a stream whose client reads slowly keeps no result that it has sent', async () => {
  const place = createStreams(NO_TELEMETRY).open({ actor: 'key_1', partnerId: null });
  async function* results() {
    // More than a stream holds, so that it waits for its client after each.
    for (let at = 0; at < 100; at += 1)
      yield { json: JSON.stringify({ data: 'x'.repeat(100_000) }), id: null };
  }
  const body = eventStream(results(), { place, onFailure: () => {} });
  let [chunks, listenersMax] = [0, 0];
  for await (const _ of body) {
    chunks += 1;
    listenersMax = Math.max(listenersMax, getEventListeners(place.ended, 'abort').length);
  }
  expect(chunks).toBeGreaterThan(50);
  // To give the place back, and to end the stream.
  expect(listenersMax).toBeLessThanOrEqual(2);
});
