import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, openIssuer } from '../session/oidc-issuer.ts';
import { browserPath, visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';

const IDLE_SECONDS = 30 * 60;

describe.skipIf(browserPath === null)('a session of the console', () => {
  let issuer: Awaited<ReturnType<typeof openIssuer>>;
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    issuer = await openIssuer();
    fixture = await openConsole({
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_OPERATORS: 'groups=underwriters:read+write',
    });
  }, 60_000);
  afterAll(async () => {
    await closeConsole(fixture);
    issuer.close();
  });

  test('begins at the issuer of the organisation, for a person who is an operator there', async () => {
    const { page, context } = await visit();
    const claims = { sub: 'ada', name: 'Ada of the organisation' };
    issuer.signsIn({ ...claims, groups: ['guests'] });
    await page.goto(`${fixture.baseUrl}/console/queue/disburse`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByText('You are signed in there, but you are not among the operators here.').waitFor();
    issuer.signsIn({ ...claims, groups: ['underwriters'] });
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await page.getByText('Ada of the organisation').waitFor();
    await context.close();
  });

  test('ends with its key, which leads to the sign-in without a touch', async () => {
    const { operatorId, keyId, apiKey } = await fixture.person('Grace Lim');
    expect(operatorId).toMatch(/^opr_/);
    const { page, context } = await signIn(fixture, apiKey);
    await fixture.admin.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: keyId });
    await page.getByText('Your session has ended.').waitFor();
    // A key may be remembered for a second; a session that it begins in that second ends at once.
    const isRefused = async () => {
      await page.getByLabel('Your operator key').fill(apiKey);
      await page.keyboard.press('Enter');
      const said = page.getByRole('alert').getByText('revoked');
      return said.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isRefused).toBe(true);
    await context.close();
  });

  test('ends after half an hour in which the page was not used', async () => {
    const { page, context } = await signIn(fixture);
    await page.getByRole('link', { name: 'Overview' }).click();
    // Until its answer has come, a request may still count as use, after the clock has moved.
    await page.getByRole('img', { name: / approved and / }).waitFor();
    fixture.passSeconds(IDLE_SECONDS + 1);
    await page.getByText('Your session has ended.').waitFor();
    await context.close();
  });

  test('is refused for a minute after five wrong keys', async () => {
    const { page, context } = await visit();
    await page.goto(`${fixture.baseUrl}/console`);
    const answered = page.getByRole('alert');
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await page.getByLabel('Your operator key').fill(`fgk_wrong_${attempt}`);
      const response = page.waitForResponse(/console\/session$/);
      await page.keyboard.press('Enter');
      expect((await response).status()).toBe(attempt <= 5 ? 401 : 429);
      await answered.waitFor();
    }
    await page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await page.keyboard.press('Enter');
    await answered.getByText('Too many').waitFor();
    fixture.passSeconds(61);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await context.close();
  });
});
