import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { findSession, noteUse } from '../../../src/nouns/session/find-session.ts';
import { settlementBody } from '../../support/gateway.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const PAGE = { 'fundgate-console': '1', origin: 'http://gateway.test' };
const VIEWER = { query: '{ viewer { scopes operator { name } key { id } } }' };
const CREATE = 'mutation { createOperator(input: { name: "Ada Wong", scopes: [READ, WRITE] }) { id } }';
const KEY = `mutation ($partnerId: ID!, $operatorId: ID!) {
  createApiKey(partnerId: $partnerId, input: { role: OPERATOR, operatorId: $operatorId }) { apiKey key { id } } }`;

let fixture: OperatorFixture;
let partner: { id: string; apiKey: string };
let ada: { id: string; keyId: string; apiKey: string };
beforeAll(async () => {
  fixture = await openOperatorFixture();
  const made = await fixture.get('createPartner', { input: { name: 'Acme', review: 'MANUAL' } });
  partner = { id: made.partner.id, apiKey: made.key.apiKey };
});
afterAll(() => fixture.fixture.close());

beforeEach(async () => {
  const { id } = (await fixture.operator.graphql(CREATE)).json.data.createOperator;
  const made = await fixture.operator.graphql(KEY, { partnerId: partner.id, operatorId: id });
  const { apiKey, key } = made.json.data.createApiKey;
  ada = { id, keyId: key.id, apiKey };
  fixture.passSeconds(61);
});

const signIn = (apiKey: string, headers: Readonly<Record<string, string>> = PAGE) =>
  fixture.fixture.fetch('POST', '/console/session', { headers, body: { api_key: apiKey } });

async function cookieOf(apiKey: string): Promise<string> {
  const { headers } = await signIn(apiKey);
  return headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

const ask = (cookie: string, headers: Readonly<Record<string, string>> = PAGE, body: unknown = VIEWER) =>
  fixture.fixture.fetch('POST', '/graphql', { headers: { ...headers, cookie }, body });
const look = (cookie: string) =>
  fixture.fixture.fetch('GET', '/console/session', { headers: { ...PAGE, cookie } });

test('a key is shown once, and a cookie that scripts cannot read acts for the person', async () => {
  const { status, headers, json } = await signIn(ada.apiKey);
  expect(status).toBe(200);
  expect(Date.parse(json.expires_at) - fixture.fixture.gateway.clock().getTime()).toBe(12 * 3_600_000);
  const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
  expect(pair).toMatch(/^fundgate=[\w-]{43}$/);
  expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict']);
  const answer = await ask(pair);
  expect(answer.json.data.viewer).toEqual({
    scopes: ['READ', 'WRITE'],
    operator: { name: 'Ada Wong' },
    key: { id: ada.keyId },
  });
  const rows = await fixture.fixture.gateway.database.reads
    .selectFrom('console_session')
    .selectAll()
    .execute();
  expect(JSON.stringify(rows)).not.toContain(pair.slice('fundgate='.length));
  expect(fixture.fixture.logged.join('')).not.toContain(ada.apiKey);
});

test.each([
  ['by TLS', 'https://pay.example', /^__Host-fundgate=.*; Secure$/],
  ['on the machine itself', 'http://127.0.0.1:4000', /^__Host-fundgate=.*; Secure$/],
  ['elsewhere', 'http://pay.example', /^fundgate=(?!.*Secure)/],
])('the cookie of an address that is reached %s', async (_, PUBLIC_URL, form) => {
  const other = await openOperatorFixture({ PUBLIC_URL });
  const { headers } = await other.fixture.fetch('POST', '/console/session', {
    headers: { ...PAGE, origin: PUBLIC_URL },
    body: { api_key: other.operator.apiKey },
  });
  expect(headers.get('set-cookie')).toMatch(form);
  await other.fixture.close();
});

test('the cookie is accepted only with JSON requests of the page itself', async () => {
  const cookie = await cookieOf(ada.apiKey);
  const forged: readonly Readonly<Record<string, string>>[] = [
    { origin: PAGE.origin },
    { 'fundgate-console': '1' },
    { ...PAGE, origin: 'http://evil.example' },
    { ...PAGE, 'sec-fetch-site': 'cross-site' },
    { ...PAGE, 'sec-fetch-site': 'same-site' },
    { ...PAGE, 'content-type': 'text/plain' },
  ];
  for (const headers of forged)
    expect((await ask(cookie, headers)).json.errors[0].extensions.code).toBe('api_key_missing');
  expect((await ask(cookie, { 'fundgate-console': '1', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  const get = await fixture.fixture.fetch('GET', '/graphql?query={viewer{scopes}}', {
    headers: { ...PAGE, cookie },
  });
  expect(get.json.errors[0].extensions.code).toBe('api_key_missing');
  const rest = await fixture.fixture.fetch('GET', '/v1/customers', { headers: { ...PAGE, cookie } });
  expect(rest.json.error.code).toBe('api_key_missing');
  expect((await signIn(ada.apiKey, {})).json.error.code).toBe('session_ended');
});

test('a key in the request comes before the cookie', async () => {
  const cookie = await cookieOf(ada.apiKey);
  const answer = await ask(cookie, { ...PAGE, authorization: `Bearer ${partner.apiKey}` });
  expect(answer.json.data.viewer.operator).toBeNull();
});

test('a session ends after half an hour without a request, and after twelve hours in any case', async () => {
  const cookie = await cookieOf(ada.apiKey);
  for (let hours = 0; hours < 12; hours += 0.25) {
    expect((await ask(cookie)).status).toBe(200);
    fixture.passSeconds(15 * 60);
  }
  expect((await ask(cookie)).json.errors[0].extensions.code).toBe('session_ended');
  const idle = await cookieOf(ada.apiKey);
  fixture.passSeconds(29 * 60);
  expect((await look(idle)).status).toBe(200);
  fixture.passSeconds(30 * 60);
  expect((await look(idle)).json.error.code).toBe('session_ended');
  fixture.passSeconds(12 * 3_600);
  await runHousekeeping(fixture.fixture.gateway);
  const rows = await fixture.fixture.gateway.database.reads
    .selectFrom('console_session')
    .selectAll()
    .execute();
  expect(rows).toEqual([]);
});

test('a person ends all own sessions at once, and no session of another person', async () => {
  const END = { query: 'mutation { endMySessions }' };
  const cookies = [await cookieOf(ada.apiKey), await cookieOf(ada.apiKey)];
  const other = await cookieOf(fixture.operator.apiKey);
  const { json } = await ask(cookies[0] ?? '', PAGE, END);
  expect(json.data.endMySessions).toBe(2);
  for (const cookie of cookies)
    expect((await ask(cookie)).json.errors[0].extensions.code).toBe('session_ended');
  expect((await ask(other)).status).toBe(200);
  expect((await fixture.events(`operator/${ada.id}`)).at(-1)?.type).toBe('operator.sessions_ended');
  // A key that belongs to no person has sessions of its own.
  expect((await ask(other, PAGE, END)).json.data.endMySessions).toBe(1);
});

test('a use that is recorded late does not bring back a session that has ended', async () => {
  const cookie = await cookieOf(ada.apiKey);
  const { gateway } = fixture.fixture;
  const found = await findSession(gateway, cookie.split('=', 2)[1] ?? '');
  fixture.passSeconds(31 * 60);
  await noteUse(gateway, found);
  expect((await ask(cookie)).json.errors[0].extensions.code).toBe('session_ended');
});

test.each([
  ['its key is revoked', () => fixture.ask('revokeApiKey', { id: ada.keyId })],
  [
    'its operator is disabled',
    () => fixture.operator.graphql('mutation ($id: ID!) { disableOperator(id: $id) { id } }', { id: ada.id }),
  ],
])('a session ends when %s', async (_, end) => {
  const cookie = await cookieOf(ada.apiKey);
  expect((await ask(cookie)).status).toBe(200);
  await end();
  expect((await ask(cookie)).json.errors[0].extensions.code).toBe('session_ended');
});

test('signing out ends the session, also for a client that kept its cookie', async () => {
  const cookie = await cookieOf(ada.apiKey);
  const out = await fixture.fixture.fetch('DELETE', '/console/session', { headers: { ...PAGE, cookie } });
  expect(out.headers.get('set-cookie')).toBe('fundgate=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
  expect((await look(cookie)).status).toBe(401);
});

test('five wrong keys in a minute are refused, and then any key of that address', async () => {
  for (let time = 0; time < 4; time += 1)
    expect((await signIn(`fgk_wrong-${time}`)).json.error.code).toBe('api_key_invalid');
  expect((await signIn(partner.apiKey)).json.error.code).toBe('permission_denied');
  const limited = await signIn(ada.apiKey);
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toBe('60');
  fixture.passSeconds(60);
  expect((await signIn(ada.apiKey)).status).toBe(200);
});

test('of wrong keys that come together no more than five are refused as wrong keys', async () => {
  fixture.passSeconds(60);
  const sent = Array.from({ length: 12 }, (_, at) => signIn(`fgk_wrong-${at}`));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  fixture.passSeconds(60);
});

test('a sign-in without a key counts as one with a wrong key, and beyond five its body is not looked at', async () => {
  fixture.passSeconds(60);
  const send = (body: unknown) => fixture.fixture.fetch('POST', '/console/session', { headers: PAGE, body });
  const codes: string[] = [];
  for (const body of [{}, { api_key: 1 }, { key: ada.apiKey }, { api_key: ada.apiKey, x: 1 }, {}, {}])
    codes.push((await send(body)).json.error.code);
  expect(codes).toEqual([...Array.from({ length: 5 }, () => 'parameter_missing'), 'rate_limited']);
  fixture.passSeconds(60);
});

test('a request without a session is told how to authenticate, as with every 401', async () => {
  const answers = [await look('fundgate=none'), await ask('fundgate=none')];
  expect(answers.map(({ status, headers }) => [status, headers.get('www-authenticate')])).toEqual([
    [401, 'Bearer'],
    [401, 'Bearer'],
  ]);
});

describe('a stream of the page', () => {
  const SUBSCRIBE = { query: 'subscription { events { cursor event { type subject } } }' };
  const headersOf = (cookie: string) => ({
    ...PAGE,
    cookie,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  });
  const follow = (cookie: string) =>
    fixture.fixture.app.fetch(
      new Request('http://gateway.test/graphql', {
        method: 'POST',
        headers: headersOf(cookie),
        body: JSON.stringify(SUBSCRIBE),
      }),
    );

  test.each([
    [
      'signing out',
      (cookie: string) =>
        fixture.fixture.fetch('DELETE', '/console/session', { headers: { ...PAGE, cookie } }),
    ],
    [
      'the end of its key',
      () =>
        fixture.operator.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: ada.keyId }),
    ],
    [
      'the end of its person',
      () =>
        fixture.operator.graphql('mutation ($id: ID!) { disableOperator(id: $id) { id } }', { id: ada.id }),
    ],
    ['half an hour without a request, which a stream is not', async () => fixture.passSeconds(30 * 60 + 1)],
  ])('ends with %s', async (_, end) => {
    const cookie = await cookieOf(ada.apiKey);
    const stream = await follow(cookie);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const rest = stream.text();
    await end(cookie);
    expect(await rest).toMatch(/event: complete\ndata:\n\n$/);
    expect((await look(cookie)).json.error.code).toBe('session_ended');
  });

  test('goes on while nothing ends its session', async () => {
    const cookie = await cookieOf(ada.apiKey);
    let hasEnded = false;
    const rest = (await follow(cookie)).text().finally(() => (hasEnded = true));
    // Longer than the gateway waits between two looks at a session.
    await setTimeout(700);
    expect(hasEnded).toBe(false);
    fixture.passSeconds(30 * 60 + 1);
    await rest;
  });

  test('is refused without the header of the page', async () => {
    const cookie = await cookieOf(ada.apiKey);
    const { 'fundgate-console': _, ...others } = headersOf(cookie);
    const body = JSON.stringify(SUBSCRIBE);
    const forged = new Request('http://gateway.test/graphql', { method: 'POST', headers: others, body });
    const answer = await fixture.fixture.app.fetch(forged);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'api_key_missing' } }] });
  });
});

test('a session that the gateway did not write is refused', async () => {
  const cookie = await cookieOf(ada.apiKey);
  const { writes } = fixture.fixture.gateway.database;
  await writes.updateTable('console_session').set({ expires_at: '2099-01-01T00:00:00Z' }).execute();
  expect((await look(cookie)).json.error.code).toBe('service_unavailable');
});

test('what a session does stands in the trail under the person, and a download works', async () => {
  const cookie = await cookieOf(ada.apiKey);
  const customerId = await fixture.fixture.withKey(partner.apiKey).completeCustomer();
  const query = `{ customer(id: "${customerId}") { documents(type: NAR1) { url } } }`;
  const answer = await ask(cookie, PAGE, { query });
  const [{ url }] = answer.json.data.customer.documents;
  expect((await fixture.fixture.fetch('GET', url)).status).toBe(200);
  expect(await fixture.events(`kyc/${customerId}/read`)).toMatchObject([
    { type: 'kyc.document_read', actor: `session/${ada.id}` },
  ]);
  const named = await fixture.operator.graphql(
    'query ($filter: EventFilter) { events(first: 1, filter: $filter) { nodes { actorName } } }',
    { filter: { types: ['KYC_DOCUMENT_READ'] } },
  );
  expect(named.json.data.events.nodes).toEqual([{ actorName: 'Ada Wong' }]);
});

test('a claim is one person’s for a quarter of an hour, unless another takes it over', async () => {
  const maker = fixture.fixture.withKey(partner.apiKey);
  const customerId = await maker.completeCustomer();
  const { json } = await maker.rest('POST', '/v1/instant-settlements', settlementBody(customerId));

  const id = json.funding_id;
  const CLAIM = `mutation ($id: ID!, $takeOver: Boolean) {
    claimInstantSettlement(id: $id, takeOver: $takeOver) { actorName mine expiresAt } }`;
  const cookie = await cookieOf(ada.apiKey);
  const byAda = async (takeOver = false) =>
    (await ask(cookie, PAGE, { query: CLAIM, variables: { id, takeOver } })).json.data.claimInstantSettlement;
  const byOther = async () =>
    (await fixture.operator.graphql(CLAIM, { id })).json.data.claimInstantSettlement;

  const first = await byAda();
  expect(first).toMatchObject({ actorName: 'Ada Wong', mine: true });
  expect(await byOther()).toEqual({ ...first, mine: false });
  const inList = await fixture.operator.graphql(
    '{ workList { settlementsToReview { nodes { claim { actorName mine } } } } }',
  );
  expect(inList.json.data.workList.settlementsToReview.nodes).toContainEqual({
    claim: { actorName: 'Ada Wong', mine: false },
  });
  fixture.passSeconds(15 * 60);
  expect(await byOther()).toMatchObject({ mine: true });
  expect(await byAda()).toMatchObject({ mine: false });
  expect(await byAda(true)).toMatchObject({ mine: true });
  const release = 'mutation ($id: ID!) { releaseInstantSettlement(id: $id) }';
  const released = await fixture.operator.graphql(release, { id });
  expect(released.json.data.releaseInstantSettlement).toBe(false);
  const own = await ask(cookie, PAGE, { query: release, variables: { id } });
  expect(own.json.data.releaseInstantSettlement).toBe(true);
});
