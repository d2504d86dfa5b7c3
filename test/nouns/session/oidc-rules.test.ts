import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { beginSignIn, finishSignIn, followSignIn } from './follow-sign-in.ts';
import { CLIENT, openIssuer } from './oidc-issuer.ts';

const CONSOLE = 'http://gateway.test/console';
const PAGE = { 'fundgate-console': '1', origin: 'http://gateway.test' };
const NOW = () => Math.floor(Date.now() / 1_000);

let issuer: Awaited<ReturnType<typeof openIssuer>>;
let fixture: TestGateway;
beforeEach(async () => {
  issuer = await openIssuer();
  fixture = await open();
});
afterEach(async () => {
  await fixture.close();
  issuer.close();
});

const open = (more: NodeJS.ProcessEnv = {}) =>
  openTestGateway({
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read+write,email=ada@provider.example:read',
    ...more,
  });

const reopen = async (more: NodeJS.ProcessEnv) => {
  await fixture.close();
  fixture = await open(more);
};

async function signIn(claims: Readonly<Record<string, unknown>>) {
  issuer.signsIn({ sub: 'ada', name: 'Ada Wong', ...claims });
  return followSignIn(fixture);
}

const reasonOf = ({ location }: { readonly location: string | null }) =>
  new URL(location ?? '').searchParams.get('refused');

/** The lines of the log about refused sign-ins. */
const lines = () =>
  fixture.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.includes('a sign-in by OpenID'));

const GROUPS = { groups: ['underwriters'] };

describe('an address counts for a rule if the issuer has verified it', () => {
  const email = 'ada@provider.example';
  test.each([
    ['verified', { email, email_verified: true }, null],
    ['verified, as a text', { email, email_verified: 'true' }, null],
    ['not verified', { email, email_verified: false }, 'not-permitted'],
    ['without a word', { email }, 'not-permitted'],
  ])('%s', async (_, claims, reason) => {
    expect(reasonOf(await signIn(claims))).toBe(reason);
  });

  test('or if a variable says that the issuer verifies each one', async () => {
    await reopen({ OIDC_EMAIL_VERIFIED: 'always' });
    expect(reasonOf(await signIn({ email }))).toBeNull();
  });
});

test('the log says which rule did not match and how, and holds no value of a claim', async () => {
  const cases = [
    [{}, '1 groups: absent, 2 email: absent'],
    [{ groups: [] }, '1 groups: empty, 2 email: absent'],
    [{ groups: '' }, '1 groups: empty, 2 email: absent'],
    [{ groups: ['/underwriters'] }, '1 groups: slashes, 2 email: absent'],
    [{ groups: 'staff underwriters' }, '1 groups: one_text, 2 email: absent'],
    [{ groups: 'staff,underwriters' }, '1 groups: one_text, 2 email: absent'],
    [{ groups: [7] }, '1 groups: not_text, 2 email: absent'],
    [{ groups: ['secret-club'] }, '1 groups: other_value, 2 email: absent'],
    [{ email: 'ada@provider.example' }, '1 groups: absent, 2 email: not_verified'],
  ] as const;
  for (const [claims] of cases) expect(reasonOf(await signIn(claims))).toBe('not-permitted');
  expect(lines().map(({ rules, reason }) => [reason, rules])).toEqual(
    cases.map(([, rules]) => ['not-permitted', rules]),
  );
  expect(JSON.stringify(fixture.logged)).not.toMatch(/secret-club|provider\.example/);
});

describe('groups that the issuer has left out do not count as no groups', () => {
  test.each([
    ['_claim_names', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }],
    ['hasgroups', { hasgroups: true }],
  ])('as it says by %s', async (_, claims) => {
    const before = await signIn({ ...GROUPS, name: 'Ada' });
    const after = await signIn(claims);
    expect([reasonOf(after), after.session]).toEqual(['left-out', '']);
    const { json } = await fixture.fetch('POST', '/graphql', {
      headers: { ...PAGE, cookie: before.session },
      body: { query: '{ viewer { scopes operator { name } } }' },
    });
    expect(json.data.viewer).toEqual({ scopes: ['READ', 'WRITE'], operator: { name: 'Ada Wong' } });
    expect(lines()).toMatchObject([
      { level: 40, reason: 'left-out', rules: '1 groups: left_out, 2 email: absent' },
    ]);
  });

  test('and a person who matches another rule signs in, with the scopes of before', async () => {
    await signIn(GROUPS);
    const claims = { hasgroups: true, email: 'ada@provider.example', email_verified: true };
    const { session } = await signIn(claims);
    const { json } = await fixture.fetch('POST', '/graphql', {
      headers: { ...PAGE, cookie: session },
      body: { query: '{ viewer { scopes } }' },
    });
    expect(json.data.viewer.scopes).toEqual(['READ', 'WRITE']);
  });

  test('while none ends the sessions', async () => {
    const before = await signIn(GROUPS);
    expect(reasonOf(await signIn({ groups: [] }))).toBe('not-permitted');
    const { json } = await fixture.fetch('GET', '/console/session', {
      headers: { ...PAGE, cookie: before.session },
    });
    expect(json.error.code).toBe('session_ended');
  });
});

test.each([
  ['in five minutes', 400, 'failed'],
  ['in a moment', 30, null],
])('a token that is issued %s', async (_, ahead, reason) => {
  expect(reasonOf(await signIn({ ...GROUPS, iat: NOW() + ahead, exp: NOW() + ahead + 300 }))).toBe(reason);
});

test.each([
  ['a high half of a character', 'ada\ud800'],
  ['a low half of a character', '\udc00ada'],
  ['a line break', 'ada\nwong'],
])('a subject with %s signs no one in, and leaves the list of operators as it was', async (_, sub) => {
  expect(reasonOf(await signIn({ ...GROUPS, sub }))).toBe('not-permitted');
  const rows = await fixture.gateway.database.reads.selectFrom('operator').selectAll().execute();
  expect(rows).toEqual([]);
});

test('the issuer is asked for the scopes of OIDC_SCOPES', async () => {
  await beginSignIn(fixture).then(({ there }) => fetch(there, { redirect: 'manual' }));
  await reopen({ OIDC_SCOPES: 'openid profile email groups' });
  await signIn(GROUPS);
  expect(issuer.asks).toEqual(['openid profile email', 'openid profile email groups']);
});

test.each([
  ['access_denied', 'access_denied', 30],
  ['unauthorized_client', 'unauthorized_client', 40],
  ['wong@provider.example is unknown', 'other', 30],
])('the log names the error %s of the issuer as %s', async (error, issuer_error, level) => {
  const { there, cookie } = await beginSignIn(fixture);
  const back = new URL(`${CONSOLE}/oidc/callback`);
  const state = new URL(there).searchParams.get('state') ?? '';
  back.search = new URLSearchParams({ error, state, error_description: 'about wong' }).toString();
  expect(reasonOf(await finishSignIn(fixture, back, cookie))).toBe('failed');
  expect(lines()).toMatchObject([{ issuer_error, level, reason: 'failed' }]);
  expect(JSON.stringify(fixture.logged)).not.toContain('wong');
});

describe('wrong cookies and sign-ins are counted by their address', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  beforeEach(() => reopen({ TRUST_PROXY: '1' }));

  test('and send the issuer at most twenty codes a minute that it did not give', async () => {
    const { there, cookie } = await beginSignIn(fixture);
    const state = new URL(there).searchParams.get('state') ?? '';
    const reasons: (string | null)[] = [];
    for (let turn = 0; turn < 25; turn += 1) {
      const path = `/console/oidc/callback?${new URLSearchParams({ code: `junk-${turn}`, state })}`;
      const { headers } = await fixture.fetch('GET', path, { headers: { ...from('192.0.2.7'), cookie } });
      reasons.push(reasonOf({ location: headers.get('location') }));
    }
    expect(reasons).toEqual([
      ...Array.from({ length: 20 }, () => 'failed'),
      ...Array.from({ length: 5 }, () => 'too-many'),
    ]);
    expect(issuer.tokenRequests()).toBe(20);
    expect(reasonOf(await signIn(GROUPS))).toBeNull();
  });

  test('and try at most twenty cookies, while a session of the same address goes on', async () => {
    const { session } = await signIn(GROUPS);
    const look = async (cookie: string, address = '192.0.2.7') => {
      const headers = { ...PAGE, ...from(address), cookie };
      const { json, status } = await fixture.fetch('GET', '/console/session', { headers });
      return status === 200 ? 200 : json.error.code;
    };
    expect(await look(session)).toBe(200);
    const codes = await Promise.all(Array.from({ length: 25 }, (_, at) => look(`fundgate=invented-${at}`)));
    expect(codes.filter((code) => code === 'session_ended')).toHaveLength(20);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(5);
    expect(await look(session)).toBe(200);
    expect(await look('fundgate=invented', '192.0.2.8')).toBe('session_ended');
  });
});

describe('signing out leads to the page of the issuer', () => {
  const signOut = async (cookies: readonly string[]) => {
    const headers = { ...PAGE, cookie: cookies.join('; ') };
    return (await fixture.fetch('DELETE', '/console/session', { headers })).json.issuer_sign_out_url;
  };

  test('that finds the person to sign out by the token of the session', async () => {
    issuer.hasSignOut();
    const { session, cookies } = await signIn(GROUPS);
    expect(cookies.find((each) => each.includes('issuer'))).toMatch(
      /; Path=\/console\/session; HttpOnly; SameSite=Strict/,
    );
    const url = new URL(await signOut([session, ...cookies.map((each) => each.split(';', 1)[0] ?? '')]));
    expect(url.origin + url.pathname).toBe(`${issuer.issuer}/logout`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(CONSOLE);
    expect(url.searchParams.get('client_id')).toBe(CLIENT.id);
    const [, claims = ''] = url.searchParams.get('id_token_hint')?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: 'ada' });
  });

  test('that asks who it is, if the token is too long for a cookie', async () => {
    issuer.hasSignOut();
    const groups = ['underwriters', ...Array.from({ length: 150 }, (_, at) => `a-group-of-people-${at}`)];
    const { session, cookies } = await signIn({ groups });
    for (const each of cookies) expect(each.length).toBeLessThan(4_096);
    const url = new URL(await signOut([session, ...cookies.map((each) => each.split(';', 1)[0] ?? '')]));
    expect(url.searchParams.has('id_token_hint')).toBe(false);
  });

  test('only if the issuer has one, and the session began there', async () => {
    const { session, cookies } = await signIn(GROUPS);
    expect(await signOut([session, ...cookies.map((each) => each.split(';', 1)[0] ?? '')])).toBeNull();
    issuer.hasSignOut();
    await reopen({});
    const other = await signIn(GROUPS);
    expect(await signOut([other.session])).toBeNull();
  });
});
