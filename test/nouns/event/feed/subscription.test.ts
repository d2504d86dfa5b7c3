import { type Client, createClient } from 'graphql-sse';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BACKLOG_MAX_BYTES } from '../../../../src/nouns/event/feed/follow-events.ts';
import { NO_TELEMETRY } from '../../../../src/engine/tracing/telemetry.ts';
import { relayAll } from '../../../../src/trail/positions/relay.ts';
import { HEARTBEAT_MS } from '../../../../src/api/graphql/stream/event-stream.ts';
import {
  STREAMS_MAX,
  STREAMS_OF_KEY_MAX,
  createStreams,
} from '../../../../src/api/graphql/stream/streams.ts';
import { recordEvents } from '../../../../src/trail/record/record.ts';
import { commandLine } from '../../../../src/kernel/caller.ts';
import { createFeedHooks } from '../../../../src/trail/positions/feed-hooks.ts';
import { type Listening, serve } from '../../../../src/run/server/serve.ts';
import { createLogger } from '../../../../src/engine/log/log.ts';
import { startRelaying } from '../../../../src/run/upkeep/relaying.ts';
import { createCustomers } from '../../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../../support/gateway.ts';

const EVENTS = `subscription ($after: String, $types: [EventType!], $subject: String) {
  events(after: $after, types: $types, subject: $subject) { cursor event { id type subject sequence } }
}`;
const LOG = createLogger('silent');

interface Payload {
  readonly events: {
    readonly cursor: string;
    readonly event: { readonly type: string; readonly subject: string; readonly sequence: number };
  } | null;
}

let fixture: TestGateway;
let partner: TestPartner;
let listening: Listening;
let clients: Client[];
beforeEach(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  await fixture.relay();
  listening = await serve(fixture.app, { host: '127.0.0.1', port: 0 });
  clients = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) client.dispose();
  await listening.stop(0);
  await fixture.close();
});

function clientOf({ authorization }: { readonly authorization: string }): Client {
  const client = createClient({
    url: `http://127.0.0.1:${listening.port}/graphql`,
    headers: { authorization },
    retryAttempts: 0,
  });
  clients.push(client);
  return client;
}

const iterate = (caller: { readonly authorization: string }, variables: Record<string, unknown> = {}) =>
  clientOf(caller).iterate<Payload>({ query: EVENTS, variables });

/** The events of the next payloads. */
async function take(payloads: ReturnType<typeof iterate>, count: number) {
  const taken: NonNullable<Payload['events']>[] = [];
  while (taken.length < count) {
    const { value, done } = await payloads.next();
    if (done === true) throw new Error(`The stream ended after ${taken.length} events.`);
    expect(value.errors).toBeUndefined();
    if (value.data?.events) taken.push(value.data.events);
  }
  return taken;
}

const endOfFeed = async () => {
  const { json } = await partner.rest('GET', '/v1/events?after=latest');
  return String(json.next_cursor);
};

/** Resolves when so many streams follow. */
const untilFollowed = async (count = 1) => {
  await expect.poll(() => fixture.gateway.feedWatch.follow).toHaveBeenCalledTimes(count);
};

describe('a subscription', () => {
  beforeEach(() => void vi.spyOn(fixture.gateway.feedWatch, 'follow'));

  test('sends the missed events and then new ones, without a gap and none twice', async () => {
    const relaying = startRelaying(fixture.gateway, LOG);
    const after = await endOfFeed();
    await createCustomers(partner, 60);
    const payloads = iterate(partner, { after });
    const written = (async () => {
      for (let round = 0; round < 10; round += 1) await createCustomers(partner, 4);
    })();
    const taken = await take(payloads, 2 * (60 + 40));
    await written;
    await relaying.stop();
    const { json } = await partner.rest('GET', `/v1/events?after=${after}&limit=100`);
    const rest = await partner.rest('GET', `/v1/events?after=${json.next_cursor}&limit=100`);
    const ids = [...json.items, ...rest.json.items].map(({ subject }) => subject);
    expect(taken.map(({ event }) => event.subject)).toEqual(ids);
    expect(taken.at(-1)?.cursor).toBe(rest.json.next_cursor);
  });

  test('continues after the cursor of the last event that was read', async () => {
    const after = await endOfFeed();
    const [customer] = await createCustomers(partner, 1);
    await fixture.relay();
    const [first] = await take(iterate(partner, { after }), 1);
    const [second] = await take(iterate(partner, { after: first?.cursor }), 1);
    expect([first?.event.subject, second?.event.subject]).toEqual([
      `customer/${customer}`,
      `kyc/${customer}`,
    ]);
  });

  test('without a cursor sends only new events, also of other processes, and applies its filters', async () => {
    const other = await fixture.partner();
    await createCustomers(partner, 1);
    await fixture.relay();
    const payloads = iterate(partner, { types: ['KYC_CREATED'] });
    const taken = take(payloads, 2);
    await untilFollowed();
    await createCustomers(other, 1);
    const [one] = await createCustomers(partner, 1);
    await fixture.relay();
    const [two] = await createCustomers(partner, 1);
    await relayAll({ ...fixture.gateway, feed: createFeedHooks([]) });
    expect((await taken).map(({ event }) => event.subject)).toEqual([`kyc/${one}`, `kyc/${two}`]);
  });

  test('shows operators what partners do not see', async () => {
    const operator = await fixture.key(partner.partnerId, { role: 'operator' });
    const customerId = await partner.completeCustomer();
    await fixture.relay();
    const payloads = [operator, partner].map((caller) => iterate(caller, { subject: `kyc/${customerId}` }));
    const taken = payloads.map((each) => take(each, 1));
    await untilFollowed(2);
    const { json } = await operator.graphql(
      'query ($id: ID!) { kyc(customerId: $id) { ... on Kyc { directorsIdentityNumber { number } } } }',
      { id: customerId },
    );
    expect(json.errors).toBeUndefined();
    await partner.upload(customerId, 'nar1');
    await fixture.relay();
    const [[byOperator], [byPartner]] = await Promise.all([taken[0] ?? [], taken[1] ?? []]);
    expect(byOperator?.event.type).toBe('KYC_IDENTITY_READ');
    expect(byPartner?.event.type).toBe('KYC_DOCUMENTS_UPLOADED');
  });

  test('ends in order when the gateway stops', async () => {
    const payloads = iterate(partner);
    const ended = payloads.next();
    await untilFollowed();
    const stopped = listening.stop(0);
    expect(await ended).toEqual({ done: true, value: undefined });
    await stopped;
  });

  test('has comments as heartbeats, which its client does not see, and ends when its key was revoked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const key = await fixture.key(partner.partnerId);
    const { body } = await open(key);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toEqual({ done: false, value: ':\n\n' });
    const payloads = iterate(key);
    const next = payloads.next();
    await untilFollowed(2);
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(await reader?.read()).toEqual({ done: false, value: ':\n\n' });
    await reader?.cancel();
    const operator = await fixture.key(partner.partnerId, { role: 'operator' });
    await operator.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: key.keyId });
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test('names each event by its cursor, and continues after the cursor that a client names when it comes again', async () => {
    const after = await endOfFeed();
    const [first, second] = await createCustomers(partner, 2);
    await fixture.relay();
    const query = 'subscription ($after: String) { events(after: $after) { event { subject } } }';
    const ask = async (count: number, lastEventId?: string) =>
      firstOf(
        await open(partner, {
          query,
          variables: { after },
          ...(lastEventId !== undefined && { lastEventId }),
        }),
        count,
      );
    const before = await ask(4);
    const ids = before.map(({ id }) => id);
    expect(before.map(({ subject }) => subject)).toEqual([
      `customer/${first}`,
      `kyc/${first}`,
      `customer/${second}`,
      `kyc/${second}`,
    ]);
    const { json } = await partner.rest('GET', `/v1/events?after=${after}&limit=2`);
    expect(ids[1]).toBe(json.next_cursor);
    expect(await ask(2, ids[1])).toEqual(before.slice(2));
    expect(await ask(4, '')).toEqual(before);
  });

  test('is refused for a Last-Event-ID that is not a cursor', async () => {
    const answer = await open(partner, { lastEventId: 'yesterday' });
    const { errors } = JSON.parse(await answer.text());
    expect(errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'Last-Event-ID' });
  });

  test('no longer counts when its client disconnects', async () => {
    const pending = iterate(partner)
      .next()
      .catch(() => null);
    await untilFollowed();
    const more = await Promise.all(Array.from({ length: STREAMS_OF_KEY_MAX - 1 }, () => open(partner)));
    expect((await open(partner)).status).toBe(429);
    clients.at(-1)?.dispose();
    await pending;
    const again = async () => {
      const answer = await open(partner);
      if (answer.status === 200) more.push(answer);
      return answer.status;
    };
    await expect.poll(again).toBe(200);
    for (const { body } of more) await body?.cancel();
  });
});

/** A subscription without a socket. */
const open = (
  { authorization }: { readonly authorization: string },
  {
    query = EVENTS,
    variables = {},
    accept = 'text/event-stream',
    lastEventId,
  }: { query?: string; variables?: object; accept?: string; lastEventId?: string } = {},
) =>
  fixture.app.fetch(
    new Request('http://gateway.test/graphql', {
      method: 'POST',
      headers: {
        authorization,
        accept,
        'content-type': 'application/json',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      body: JSON.stringify({ query, variables }),
    }),
  );

/** The first events of a stream as they are on the wire: the id and the subject of each. */
async function firstOf(answer: Response, count: number) {
  let text = '';
  const events = () =>
    Array.from(text.matchAll(/id: (.*)\nevent: next\ndata: (.*)\n\n/g), ([, id = '', data = '']) => ({
      id,
      subject: JSON.parse(data).data.events.event.subject,
    }));
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (events().length < count) {
    const part = await reader?.read();
    if (part?.done !== false) throw new Error('The stream ended early.');
    text += part.value;
  }
  await reader?.cancel();
  return events();
}

describe('before it begins, a subscription is refused as plain JSON', () => {
  const refused = async (answer: Response) => {
    const { errors } = JSON.parse(await answer.text());
    return [answer.status, answer.headers.get('content-type')?.split(';')[0], errors[0].extensions.code];
  };
  const json = 'application/json';

  test('without a key', async () => {
    expect(await refused(await open({ authorization: 'Bearer fgk_none' }))).toEqual([
      401,
      json,
      'api_key_invalid',
    ]);
  });

  test('with a key that may not read', async () => {
    const writer = await fixture.key(partner.partnerId, { scopes: ['write'] });
    expect(await refused(await open(writer))).toEqual([403, json, 'permission_denied']);
  });

  test.each([
    ['a cursor that is none', { after: 'yesterday' }],
    ['a type that is none', { types: ['KYC_FORGOTTEN'] }],
    ['a subject that is none', { subject: 'me' }],
  ])('with %s', async (_, variables) => {
    const answer = await open(partner, { variables });
    expect(await refused(answer)).toEqual([400, json, 'parameter_invalid']);
  });

  test('with a document that does not fit the schema', async () => {
    const answer = await open(partner, { query: 'subscription { nothing }' });
    expect(await refused(answer)).toEqual([400, json, 'query_invalid']);
  });

  test('beyond a hundred streams of its key', async () => {
    const opened = await Promise.all(Array.from({ length: STREAMS_OF_KEY_MAX }, () => open(partner)));
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    const beyond = await open(partner);
    expect(beyond.headers.get('retry-after')).toBe('5');
    const { errors } = JSON.parse(await beyond.clone().text());
    expect(errors[0].extensions.retryAfter).toBe(5);
    expect(await refused(beyond)).toEqual([429, json, 'rate_limited']);
    for (const { body } of opened) await body?.cancel();
  });

  test('when the gateway stops', async () => {
    fixture.app.drain();
    expect(await refused(await open(partner))).toEqual([503, json, 'service_unavailable']);
  });

  test('a subscription of a client that accepts no stream is not acceptable', async () => {
    const answer = await open(partner, { accept: 'application/json' });
    expect(await refused(answer)).toEqual([406, json, 'not_acceptable']);
  });
});

test('a query gets a stream of one result if the client accepts nothing else', async () => {
  const answer = await open(partner, { query: '{ viewer { __typename } }' });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await answer.text()).toBe(
    ':\n\nevent: next\ndata: {"data":{"viewer":{"__typename":"Viewer"}}}\n\nevent: complete\ndata:\n\n',
  );
});

test('a process has at most a thousand streams', () => {
  const streams = createStreams(NO_TELEMETRY);
  const ofKey = (at: number) => ({ actor: `key_${at % 20}`, partnerId: `par_${at % 2}` });
  for (let at = 0; at < STREAMS_MAX; at += 1) streams.open(ofKey(at));
  expect(() => streams.open({ actor: 'key_more', partnerId: 'par_more' })).toThrow('service_unavailable');
});

test('the keys of a partner have at most six hundred streams of a process, and leave room for others', () => {
  const streams = createStreams(NO_TELEMETRY);
  const opened = Array.from({ length: 600 }, (_, at) =>
    streams.open({ actor: `key_${at % 10}`, partnerId: 'par_1' }),
  );
  expect(() => streams.open({ actor: 'key_more', partnerId: 'par_1' })).toThrow('rate_limited');
  streams.open({ actor: 'key_other', partnerId: 'par_2' });
  streams.open({ actor: 'session/opr_1', partnerId: null });
  opened[0]?.end();
  streams.open({ actor: 'key_more', partnerId: 'par_1' });
  expect(() => streams.open({ actor: 'key_more', partnerId: 'par_1' })).toThrow('rate_limited');
});

test('a client that does not read is disconnected when a megabyte waits for it', async () => {
  const answer = await open(partner, { variables: { types: ['PARTNER_UPDATED'] } });
  const reader = answer.body?.getReader();
  await reader?.read();
  const changed = Array.from({ length: 300 }, (_, at) => `field_${at}`);
  const events = Array.from({ length: Math.ceil(BACKLOG_MAX_BYTES / 3_000) }, (_, at) => ({
    type: 'partner.updated' as const,
    subject: `partner/par_${at}` as const,
    partnerId: partner.partnerId,
    data: { changed },
  }));
  await fixture.gateway.database.transaction(async (db) => {
    const keys = fixture.gateway.auditKeys;
    await recordEvents(db, events, { caller: commandLine, requestId: 'test', now: new Date(), keys });
  });
  await fixture.relay();
  const read = async () => {
    for (let step = await reader?.read(); step?.done === false; step = await reader?.read());
  };
  await expect(read()).rejects.toThrow('does not read');
});
