import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { followSignIn } from './follow-sign-in.ts';
import { CLIENT, type Issuer, openIssuer } from './oidc-issuer.ts';

/** An issuer that gives the claims of scopes at its UserInfo endpoint alone, as OpenID Connect has it by default. */
let issuer: Issuer;
let fixture: TestGateway;
beforeAll(async () => {
  issuer = await openIssuer();
  issuer.tells({});
  fixture = await openTestGateway({
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read+write, email=eve@provider.example:read',
  });
});
afterAll(async () => {
  await fixture.close();
  issuer.close();
});

const PAGE = { 'fundgate-console': '1', origin: 'http://gateway.test' };
const MEMBER = { groups: ['underwriters'], name: 'Ada Wong', email: 'ada@provider.example' };

type Claims = Readonly<Record<string, unknown>>;

/** Signs in a person: what the ID token says, and what the UserInfo endpoint says. */
function signIn(token: Claims, told: Claims) {
  issuer.signsIn(token);
  issuer.tells(told);
  return followSignIn(fixture);
}

async function viewerOf(cookie: string) {
  const body = { query: '{ viewer { scopes operator { name email } } }' };
  const { json } = await fixture.fetch('POST', '/graphql', { headers: { ...PAGE, cookie }, body });
  return json.data?.viewer ?? json.errors[0].extensions.code;
}

test('a person whose ID token has no claim of a rule signs in by what the UserInfo endpoint says', async () => {
  const { location, session } = await signIn({ sub: 'ada' }, { ...MEMBER, sub: 'ada' });
  expect(location).toBe('http://gateway.test/console');
  expect(await viewerOf(session)).toEqual({
    scopes: ['READ', 'WRITE'],
    operator: { name: 'Ada Wong', email: 'ada@provider.example' },
  });
});

test('if the ID token has a claim of a rule, the UserInfo endpoint is not asked', async () => {
  const before = issuer.userInfoRequests();
  const { location } = await signIn({ sub: 'bob', groups: ['others'] }, { ...MEMBER, sub: 'bob' });
  expect(location).toBe('http://gateway.test/console?refused=not-permitted');
  expect(issuer.userInfoRequests()).toBe(before);
});

test('if the issuer left groups out of the ID token, the UserInfo endpoint is not asked for them', async () => {
  const { location } = await signIn({ sub: 'cyd', hasgroups: true }, { ...MEMBER, sub: 'cyd' });
  expect(location).toBe('http://gateway.test/console?refused=left-out');
});

test('what the UserInfo endpoint says about another person gives no right', async () => {
  const { location, session } = await signIn({ sub: 'dan' }, { ...MEMBER, sub: 'ada' });
  expect([location, session]).toEqual(['http://gateway.test/console?refused=failed', '']);
});

test('an address that the UserInfo endpoint does not call verified gives no right', async () => {
  const eve = { sub: 'eve', email: 'eve@provider.example' };
  const { location } = await signIn({ sub: 'eve' }, eve);
  expect(location).toBe('http://gateway.test/console?refused=not-permitted');
  const verified = await signIn({ sub: 'eve' }, { ...eve, email_verified: true });
  expect(await viewerOf(verified.session)).toMatchObject({ scopes: ['READ'] });
});

test('a person of whom neither says anything is not permitted', async () => {
  const { location } = await signIn({ sub: 'fay' }, { sub: 'fay' });
  expect(location).toBe('http://gateway.test/console?refused=not-permitted');
});
