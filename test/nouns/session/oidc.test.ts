import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from '../../../src/pipeline/execute.ts';
import { oidcIssuer, signInByOidc } from '../../../src/nouns/session/oidc/oidc-sign-in.operations.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { beginSignIn, followSignIn } from './follow-sign-in.ts';
import { CLIENT, openIssuer } from './oidc-issuer.ts';

const PAGE = { 'fundgate-console': '1', origin: 'http://gateway.test' };

let issuer: Awaited<ReturnType<typeof openIssuer>>;
let fixture: TestGateway;
beforeAll(async () => {
  issuer = await openIssuer();
  fixture = await openTestGateway({
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read+write, groups=leads:admin',
  });
});
afterAll(async () => {
  await fixture.close();
  issuer.close();
});

function signIn(claims: Readonly<Record<string, unknown>>, change?: (back: URL) => void, begin?: string) {
  issuer.signsIn(claims);
  return followSignIn(fixture, change, begin);
}

async function viewerOf(cookie: string) {
  const body = { query: '{ viewer { scopes key { id } operator { id name email byOidc } } }' };
  const { json } = await fixture.fetch('POST', '/graphql', { headers: { ...PAGE, cookie }, body });
  return json.data?.viewer ?? json.errors[0].extensions.code;
}

const ADA = { sub: 'ada', name: 'Ada Wong', email: 'ada@provider.example', groups: ['all', 'underwriters'] };

test('a person signs in by OpenID Connect, and is the same operator the next time', async () => {
  const first = await signIn(ADA);
  expect(new URL(first.there).searchParams.get('code_challenge_method')).toBe('S256');
  expect(first.status).toBe(302);
  expect(first.location).toBe('http://gateway.test/console');
  const viewer = await viewerOf(first.session);
  expect(viewer).toEqual({
    scopes: ['READ', 'WRITE'],
    key: null,
    operator: { id: viewer.operator.id, name: 'Ada Wong', email: 'ada@provider.example', byOidc: true },
  });
  const later = await signIn({ ...ADA, groups: ['underwriters', 'leads'], name: 'Ada Wong-Lim' });
  expect(await viewerOf(later.session)).toMatchObject({
    scopes: ['READ', 'WRITE', 'ADMIN'],
    operator: { id: viewer.operator.id, name: 'Ada Wong-Lim' },
  });
  const events = await fixture.gateway.database.reads
    .selectFrom('event')
    .select(['type', 'actor', 'data'])
    .where('subject', '=', `operator/${viewer.operator.id}`)
    .orderBy('sequence')
    .execute();
  expect(events).toEqual([
    { type: 'operator.created', actor: 'oidc', data: '{"scopes":["read","write"]}' },
    {
      type: 'operator.updated',
      actor: 'oidc',
      data: '{"changed":["name","scopes"],"scopes":["read","write","admin"]}',
    },
  ]);
});

test('a person whose first sign-ins come at once is one operator', async () => {
  const signInOf = (subject: string) =>
    execute(fixture.gateway, signInByOidc, {
      caller: oidcIssuer,
      requestId: 'req',
      ids: {},
      input: { subject, name: 'Grace Lim', email: null, scopes: ['read'] },
    });
  for (const subject of ['issuer first', 'issuer second', 'issuer third']) {
    const signIns = await Promise.all(Array.from({ length: 8 }, () => signInOf(subject)));
    const ids = new Set(signIns.map(({ view }) => view?.operator_id ?? ''));
    expect(ids.size).toBe(1);
    const events = await fixture.gateway.database.reads
      .selectFrom('event')
      .select('type')
      .where(
        'subject',
        'in',
        [...ids].map((id) => `operator/${id}`),
      )
      .execute();
    expect(events).toEqual([{ type: 'operator.created' }]);
  }
});

test.each([
  ['is in no group of operators', { ...ADA, sub: 'bob', groups: ['all'] }, () => {}, 'not-permitted'],
  ['comes back with another state', ADA, (back: URL) => back.searchParams.set('state', 'x'), 'failed'],
  ['comes back with another code', ADA, (back: URL) => back.searchParams.set('code', 'x'), 'failed'],
  ['has a token for another client', { ...ADA, aud: 'other' }, () => {}, 'failed'],
  ['has an empty subject', { ...ADA, sub: '' }, () => {}, 'not-permitted'],
  ['has a subject that is no text of a line', { ...ADA, sub: 'a\0b' }, () => {}, 'not-permitted'],
  ['has a subject that is too long', { ...ADA, sub: 'a'.repeat(256) }, () => {}, 'not-permitted'],
  ['has a token with another nonce', { ...ADA, nonce: 'other' }, () => {}, 'failed'],
])('a person who %s gets no session', async (_, claims, change, reason) => {
  const { status, location, session } = await signIn(claims, change);
  expect({ status, location, session }).toEqual({
    status: 302,
    location: `http://gateway.test/console?refused=${reason}`,
    session: '',
  });
});

const from = (to: string) => `/console/oidc?${new URLSearchParams({ to })}`;

test.each([
  ['/console/case/fun_1', '/console/case/fun_1'],
  [
    '/console/customers?name=%E6%B8%AF%26&partner=par_1',
    '/console/customers?name=%E6%B8%AF%26&partner=par_1',
  ],
  ['/console/queue/disburse?refused=failed', '/console/queue/disburse'],
  ['/console', '/console'],
  ['', '/console'],
  ['//evil.example/console', '/console'],
  ['/\\evil.example/console', '/console'],
  ['/\t/evil.example/console', '/console'],
  ['https://evil.example/console', '/console'],
  ['http://gateway.test/console/case/fun_1', '/console'],
  ['javascript:alert(1)//console', '/console'],
  ['/console/../v1/customers', '/console'],
  ['/console/%2e%2e/docs', '/console'],
  ['/consoles', '/console'],
  // These would begin the next sign-in.
  ['/console/oidc', '/console'],
  ['/console/oidc/callback?code=1', '/console'],
  ['/console/./oidc?to=/console', '/console'],
  [`/console/case/${'x'.repeat(1_000)}`, '/console'],
])('a sign-in that was begun on %s ends on %s', async (to, page) => {
  expect((await signIn(ADA, () => {}, from(to))).location).toBe(`http://gateway.test${page}`);
});

test.each(['x', '港'])(
  'browsers take the cookie of a sign-in that was begun on a long path of %s',
  async (part) => {
    for (const length of [100, 900]) {
      const { cookie } = await beginSignIn(fixture, from(`/console/customers?name=${part.repeat(length)}`));
      expect(cookie.length).toBeLessThan(4_096);
    }
  },
);

test('a refused sign-in ends on the page where it was begun', async () => {
  const { location } = await signIn({ ...ADA, groups: [] }, () => {}, from('/console/customers?name=a'));
  expect(location).toBe('http://gateway.test/console/customers?name=a&refused=not-permitted');
});

test('an issuer that takes the secret only as a password, which each of them does, signs people in', async () => {
  const other = await openIssuer('client_secret_basic');
  const alone = await openTestGateway({
    OIDC_ISSUER: other.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read',
  });
  other.signsIn(ADA);
  const { location } = await followSignIn(alone);
  expect(location).toBe('http://gateway.test/console');
  await alone.close();
  other.close();
});

test('an issuer that does not respond leads back to the page, which says so', async () => {
  const gone = await openIssuer();
  gone.close();
  const alone = await openTestGateway({
    OIDC_ISSUER: gone.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read',
  });
  const { status, headers } = await alone.fetch('GET', from('/console/case/fun_1'));
  expect([status, headers.get('location'), headers.getSetCookie()]).toEqual([
    302,
    'http://gateway.test/console/case/fun_1?refused=unavailable',
    [],
  ]);
  await alone.close();
});

test.each([
  ['a NUL', { name: 'Ada\0Wong' }, { name: 'Ada Wong' }],
  ['lines', { name: ' Ada\tWong\n\u001b[31m ' }, { name: 'Ada Wong [31m' }],
  ['255 characters', { name: '😀'.repeat(300) }, { name: '😀'.repeat(255) }],
  ['no name', { name: ' \n ' }, { name: 'Operator' }],
  ['no address', { email: '' }, { email: null }],
  ['half a character in the address', { email: 'ada@\ud800.example' }, { email: null }],
  ['an address of the house', { email: 'ada@house' }, { email: 'ada@house' }],
])('a person with %s signs in, under a name that an operator may have', async (_, claims, shown) => {
  const { session } = await signIn({ ...ADA, sub: 'mia', ...claims });
  expect((await viewerOf(session)).operator).toMatchObject(shown);
});

test.each([
  ['in no group', ['all']],
  ['in a group without the scope read', ['leads']],
])('a person %s gets no session, and leaves no operator', async (_, groups) => {
  const before = await operatorsOf();
  const { location, session } = await signIn({ ...ADA, sub: 'ivy', groups });
  expect({ location, session }).toEqual({
    location: 'http://gateway.test/console?refused=not-permitted',
    session: '',
  });
  expect(await operatorsOf()).toEqual(before);
});

const operatorsOf = () => fixture.gateway.database.reads.selectFrom('operator').select('id').execute();

test.each([
  ['no group', ['all'], []],
  ['a group without the scope read', ['leads'], ['admin']],
])('a person who comes back with %s keeps no session and no scope of before', async (_, groups, scopes) => {
  const person = { ...ADA, sub: `moved-${scopes.length}` };
  const { session } = await signIn({ ...person, groups: ['underwriters', 'leads'] });
  const { id } = (await viewerOf(session)).operator;
  for (const time of ['first', 'again'])
    expect((await signIn({ ...person, groups })).location, time).toMatch(/refused=not-permitted$/);
  expect(await viewerOf(session)).toBe('session_ended');
  const events = await fixture.gateway.database.reads
    .selectFrom('event')
    .select(['type', 'actor', 'data'])
    .where('subject', '=', `operator/${id}`)
    .orderBy('sequence')
    .execute();
  expect(events.slice(1)).toEqual([
    { type: 'operator.updated', actor: 'oidc', data: JSON.stringify({ changed: ['scopes'], scopes }) },
  ]);
  expect((await verify(fixture)).findings).toEqual([]);
  const back = await signIn(person);
  expect(await viewerOf(back.session)).toMatchObject({ scopes: ['READ', 'WRITE'], operator: { id } });
});

test('an operator who is disabled signs in no more, and the session ends at once', async () => {
  const { session } = await signIn({ ...ADA, sub: 'eve' });
  const { operator } = await viewerOf(session);
  const { partnerId } = await fixture.partner();
  const admin = await fixture.key(partnerId, { role: 'operator' });
  await admin.graphql('mutation ($id: ID!) { disableOperator(id: $id) { id } }', { id: operator.id });
  expect(await viewerOf(session)).toBe('session_ended');
  expect((await signIn({ ...ADA, sub: 'eve' })).location).toMatch(/refused=not-permitted$/);
});

test('scopes that were taken from a person do not come back if the row is set back', async () => {
  const lead = await signIn({ ...ADA, sub: 'joy', groups: ['underwriters', 'leads'] });
  const { id } = (await viewerOf(lead.session)).operator;
  const { writes } = fixture.gateway.database;
  const row = () => writes.selectFrom('operator').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const set = (to: Awaited<ReturnType<typeof row>>) =>
    writes.updateTable('operator').set(to).where('id', '=', id).execute();
  const before = await row();
  await signIn({ ...ADA, sub: 'joy' });
  const after = await row();
  expect(await viewerOf(lead.session)).toMatchObject({ scopes: ['READ', 'WRITE'] });

  await set(before);
  expect(await viewerOf(lead.session)).toBe('service_unavailable');
  expect((await verify(fixture)).findings).toEqual([
    {
      fault: 'record_differs',
      record: `operator/${id}`,
      says: `Operator ${id} has other scopes than its last event gave it.`,
    },
  ]);
  // A sign-in that would change the row gives it no new MAC.
  expect((await signIn({ ...ADA, sub: 'joy', name: 'Joy' })).location).toMatch(/refused=failed$/);
  expect(await row()).toEqual(before);
  await set(after);
  expect(await viewerOf(lead.session)).toMatchObject({ scopes: ['READ', 'WRITE'] });
});
