import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { answerOf, beginSignIn, finishSignIn } from './follow-sign-in.ts';
import { CLIENT, openIssuer } from './oidc-issuer.ts';

const CONSOLE = 'http://gateway.test/console';
const ADA = { sub: 'ada', name: 'Ada Wong', groups: ['underwriters'] };

let issuer: Awaited<ReturnType<typeof openIssuer>>;
let fixture: TestGateway;
beforeEach(async () => {
  issuer = await openIssuer();
  issuer.signsIn(ADA);
  const environment = {
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read',
  };
  fixture = await openTestGateway(environment);
});
afterEach(async () => {
  await fixture.close();
  issuer.close();
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
