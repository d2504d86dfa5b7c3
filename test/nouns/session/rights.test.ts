import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { execute } from '../../../src/pipeline/execute.ts';
import { oidcIssuer, signInByOidc } from '../../../src/nouns/session/oidc/oidc-sign-in.operations.ts';
import { pdf } from '../../support/gateway.ts';
import { openOperatorFixture, type OperatorFixture } from '../../support/fixtures/operator-fixture.ts';

const PAGE = { 'fundgate-console': '1', origin: 'http://gateway.test' };
const KEY = `mutation ($partnerId: ID!, $operatorId: ID!) {
  createApiKey(partnerId: $partnerId, input: { role: OPERATOR, operatorId: $operatorId }) { apiKey key { id } } }`;
const DISABLE = 'mutation ($id: ID!) { disableOperator(id: $id) { id } }';
const REVOKE = 'mutation ($id: ID!) { revokeApiKey(id: $id) { id } }';
const URLS = 'query ($id: ID!) { document(id: $id) { url } }';
/** More than a body holds before its reader takes it. */
const LARGE = 4 * 1024 * 1024;

let fixture: OperatorFixture;
let partnerId: string;
let documentId: string;
/** Of a person with scopes from an issuer, because only these can lose one. */
let ada: { id: string; keyId: string; apiKey: string; cookie: string };
let people = 0;
beforeAll(async () => {
  fixture = await openOperatorFixture({ RATE_LIMIT: 'on' });
  const partner = await fixture.fixture.partner();
  ({ partnerId } = partner);
  const customerId = await partner.completeCustomer();
  const uploaded = await partner.upload(customerId, 'nar1', [pdf('x'.repeat(LARGE))]);
  documentId = uploaded.json.files[0].document_id;
});
afterAll(() => fixture.fixture.close());
beforeEach(async () => {
  people += 1;
  const id = await signIn(['read', 'write']);
  const made = await fixture.operator.graphql(KEY, { partnerId, operatorId: id });
  const { apiKey, key } = made.json.data.createApiKey;
  ada = { id, keyId: key.id, apiKey, cookie: await cookieOf(apiKey) };
});

async function signIn(scopes: readonly string[]): Promise<string> {
  const { view } = await execute(fixture.fixture.gateway, signInByOidc, {
    caller: oidcIssuer,
    requestId: 'test',
    ids: {},
    input: { subject: `issuer ada-${people}`, name: 'Ada Wong', email: null, scopes },
  });
  return view?.operator_id ?? '';
}

async function cookieOf(apiKey: string): Promise<string> {
  const sent = { headers: PAGE, body: { api_key: apiKey } };
  const { headers } = await fixture.fixture.fetch('POST', '/console/session', sent);
  return headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

const signOut = () =>
  fixture.fixture.fetch('DELETE', '/console/session', { headers: { ...PAGE, cookie: ada.cookie } });
const byKey = () => ({ authorization: `Bearer ${ada.apiKey}` });
const bySession = () => ({ ...PAGE, cookie: ada.cookie });

const ends = {
  'its key is revoked': () => fixture.operator.graphql(REVOKE, { id: ada.keyId }),
  'its person is disabled': () => fixture.operator.graphql(DISABLE, { id: ada.id }),
  'its person may not read any more': () => signIn(['write']),
  'its session is signed out': signOut,
} as const;
type End = keyof typeof ends;

const ENDS_OF_KEY: readonly End[] = [
  'its key is revoked',
  'its person is disabled',
  'its person may not read any more',
];
const OF_KEY = ENDS_OF_KEY.map((end) => ['key', end, byKey] as const);
const OF_SESSION = [...ENDS_OF_KEY, 'its session is signed out' as const].map(
  (end) => ['session', end, bySession] as const,
);

describe('a running stream, wait or download ends with its right, without another request', () => {
  test.each([...OF_KEY, ...OF_SESSION])('a stream of a %s ends when %s', async (_, end, by) => {
    const request = new Request('http://gateway.test/graphql', {
      method: 'POST',
      headers: { ...by(), accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { events { cursor } }' }),
    });
    const stream = await fixture.fixture.app.fetch(request);
    expect(stream.status).toBe(200);
    const text = stream.text();
    await ends[end]();
    expect(await text).toMatch(/event: complete\ndata:\n\n$/);
  });

  test.each([
    ['its key is revoked', 'api_key_revoked'],
    ['its person is disabled', 'api_key_revoked'],
    ['its person may not read any more', 'permission_denied'],
  ] as const)('a wait is refused when %s', async (end, code) => {
    const at = await fixture.fixture.fetch('GET', '/v1/events?after=latest', { headers: byKey() });
    const path = `/v1/events?after=${at.json.next_cursor}&types=partner.created&wait=30`;
    const waiting = fixture.fixture.fetch('GET', path, { headers: byKey() });
    await ends[end]();
    expect((await waiting).json.error?.code).toBe(code);
  });

  test.each([...OF_KEY, ...OF_SESSION])('a download of a %s breaks off when %s', async (_, end, by) => {
    const { reader } = await download(await urlFor(by()));
    expect((await reader?.read())?.done).toBe(false);
    await ends[end]();
    await expect(reader?.closed).rejects.toThrow('went away');
  });

  test('other streams, waits and downloads go on', async () => {
    const other = await download(await urlFor({ authorization: fixture.operator.authorization }));
    const own = await download(await urlFor(byKey()));
    await ends['its key is revoked']();
    await expect(own.reader?.closed).rejects.toThrow('went away');
    let bytes = 0;
    for (let part = await other.reader?.read(); part?.done === false; part = await other.reader?.read())
      bytes += part.value.length;
    expect(bytes).toBeGreaterThan(LARGE);
  });
});

async function urlFor(headers: Readonly<Record<string, string>>): Promise<string> {
  const body = { query: URLS, variables: { id: documentId } };
  const { json } = await fixture.fixture.fetch('POST', '/graphql', { headers, body });
  return json.data.document.url;
}

async function download(url: string) {
  const answer = await fixture.fixture.app.fetch(new Request(url));
  const { status, body } = answer;
  return { status, answer, reader: body?.getReader() };
}

const codeOf = async (url: string) => {
  const { status, answer, reader } = await download(url);
  reader?.releaseLock();
  if (status === 200) await answer.body?.cancel();
  return status === 200 ? 200 : (await answer.json()).error.code;
};

describe('a download URL that was asked for in a session', () => {
  test.each(OF_SESSION)('of a %s ends when %s, and no other does', async (_, end, by) => {
    const [url, ofOther] = [
      await urlFor(by()),
      await urlFor({ authorization: fixture.operator.authorization }),
    ];
    expect(await codeOf(url)).toBe(200);
    await ends[end]();
    expect(await codeOf(url)).toBe('url_expired');
    expect(await codeOf(ofOther)).toBe(200);
  });

  test('ends with its own session, and not with another one of the same person', async () => {
    const url = await urlFor(bySession());
    const elsewhere = await cookieOf(ada.apiKey);
    const ofElsewhere = await urlFor({ ...PAGE, cookie: elsewhere });
    await signOut();
    expect(await codeOf(url)).toBe('url_expired');
    expect(await codeOf(ofElsewhere)).toBe(200);
  });

  test('counts among the downloads of the person, who has eight at once', async () => {
    const url = await urlFor(bySession());
    const running = await Promise.all(Array.from({ length: 8 }, () => download(url)));
    expect(running.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await codeOf(url)).toBe('rate_limited');
    expect(await codeOf(await urlFor({ ...PAGE, cookie: await cookieOf(ada.apiKey) }))).toBe('rate_limited');
    expect(await codeOf(await urlFor({ authorization: fixture.operator.authorization }))).toBe(200);
    await running[0]?.reader?.cancel();
    expect(await codeOf(url)).toBe(200);
    await Promise.all(running.map(({ reader }) => reader?.cancel()));
  });
});
