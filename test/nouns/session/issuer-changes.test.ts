import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { answerOf, beginSignIn, finishSignIn, followSignIn } from './follow-sign-in.ts';
import { CLIENT, openIssuer } from './oidc-issuer.ts';

const CONSOLE = 'http://gateway.test/console';
const ADA = { sub: 'ada', name: 'Ada Wong', groups: ['underwriters'] };

let issuer: Awaited<ReturnType<typeof openIssuer>>;
let fixture: TestGateway;
let passedMs: number;
beforeEach(async () => {
  passedMs = 0;
  issuer = await openIssuer();
  issuer.signsIn(ADA);
  const environment = {
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read',
  };
  fixture = await openTestGateway(environment, () => new Date(1_800_000_000_000 + passedMs));
});
afterEach(async () => {
  vi.useRealTimers();
  await fixture.close();
  issuer.close();
});

const endOfSignIn = async () => (await followSignIn(fixture)).location;

test('an issuer whose endpoints move is followed without a restart', async () => {
  expect(await endOfSignIn()).toBe(CONSOLE);
  issuer.moves('/realm');
  passedMs = 5 * 60_000;
  expect(await endOfSignIn()).toBe(CONSOLE);
});

test.each([
  ['under another name', 'second'],
  ['under the same name', 'first'],
])('an issuer that replaces its signing key %s is followed at once, by the same sign-in', async (_, kid) => {
  expect(await endOfSignIn()).toBe(CONSOLE);
  issuer.rotatesKeys(kid);
  expect(await endOfSignIn()).toBe(CONSOLE);
  // A code is sent once; only the keys were fetched again.
  expect(issuer.tokenRequests()).toBe(2);
});

test('keys are fetched out of turn at most once in ten seconds', async () => {
  expect(await endOfSignIn()).toBe(CONSOLE);
  issuer.rotatesKeys('first');
  expect(await endOfSignIn()).toBe(CONSOLE);
  issuer.rotatesKeys('first');
  expect(await endOfSignIn()).toBe(`${CONSOLE}?refused=failed`);
  passedMs = 10_000;
  expect(await endOfSignIn()).toBe(CONSOLE);
});

test.each([
  ['the token', '/token'],
  ['the keys', '/jwks'],
])('an issuer whose response to %s never ends signs no one in', async (_, path) => {
  issuer.pads(path);
  expect(await endOfSignIn()).toBe(`${CONSOLE}?refused=failed`);
  issuer.pads(null);
  expect(await endOfSignIn()).toBe(CONSOLE);
});

test('an issuer whose metadata never ends counts as one that does not respond', async () => {
  issuer.pads('/.well-known/openid-configuration');
  expect((await beginSignIn(fixture)).there).toBe(`${CONSOLE}?refused=unavailable`);
  issuer.pads(null);
  expect(await endOfSignIn()).toBe(CONSOLE);
});

test('of two sign-ins of one browser, the older one does not break the newer one', async () => {
  const older = await beginSignIn(fixture);
  const newer = await beginSignIn(fixture);
  // Both tabs have the cookie of the newer one.
  const first = await finishSignIn(fixture, await answerOf(older.there), newer.cookie);
  expect(first).toMatchObject({ location: `${CONSOLE}?refused=failed`, session: '', removes: false });
  const second = await finishSignIn(fixture, await answerOf(newer.there), newer.cookie);
  expect(second).toMatchObject({ location: CONSOLE, removes: true });
});
