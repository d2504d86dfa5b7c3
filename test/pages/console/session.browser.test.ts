import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Issuer } from '../../nouns/session/oidc-issuer.ts';
import { needsBrowser, visit, type Visit } from './browser.ts';
import { stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, openConsoleWithIssuer, signIn } from './fixture.ts';

type Page = Visit['page'];

const IDLE_SECONDS = 30 * 60;
const NOTE = 'Asked the bank; it has no such account.';

describe('a session of the console', needsBrowser, () => {
  let issuer: Issuer;
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    ({ issuer, fixture } = await openConsoleWithIssuer());
  });
  afterAll(async () => {
    await closeConsole(fixture);
    issuer.close();
  });

  test('begins at the issuer of the organisation, for a person who is an operator there', async () => {
    const { page, leave } = await visit();
    const claims = { sub: 'ada', name: 'Ada of the organisation' };
    issuer.signsIn({ ...claims, groups: ['guests'] });
    await page.goto(`${fixture.baseUrl}/console/queue/disburse`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByText('You are signed in there, but you are not among the operators here.').waitFor();
    issuer.signsIn({ ...claims, groups: ['underwriters'] });
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByText('Ada of the organisation').waitFor();
    await page.getByText('No money waits to be sent.').waitFor();
    expect(page.url()).toBe(`${fixture.baseUrl}/console/queue/disburse`);
    await leave();
  });

  test('that ends while a dialog is open keeps it for who signs in again at the issuer, in another tab', async () => {
    issuer.signsIn({ sub: 'lin', name: 'Lin of the organisation', groups: ['underwriters'] });
    const { fundingId } = await fixture.request('Organised Limited');
    const { page, context, leave } = await visit();
    await page.goto(`${fixture.baseUrl}/console/case/${fundingId}`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: /^Deny/ }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).fill(NOTE);
    fixture.passSeconds(IDLE_SECONDS + 1);
    await page.getByText('Your session has ended.').waitFor();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in with your organisation, in a new tab' }).click();
    await (await opened).getByText('Lin of the organisation').waitFor();
    await dialog.getByRole('heading', { name: 'Deny' }).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe(NOTE);
    await leave();
  });

  test('ends with its key, which leads to the sign-in without a touch', async () => {
    const { operatorId, keyId, apiKey } = await fixture.person('Grace Lim');
    expect(operatorId).toMatch(/^opr_/);
    const { page, leave } = await signIn(fixture, apiKey);
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
    await leave();
  });

  test('ends after half an hour in which the page was not used', async () => {
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, 'overview');
    // Until its answer has come, a request may still count as use, after the clock has moved.
    await page.getByRole('img', { name: / approved and / }).waitFor();
    fixture.passSeconds(IDLE_SECONDS + 1);
    await page.getByText('Your session has ended.').waitFor();
    await leave();
  });

  /** Opens the dialog of a denial, types a note, and lets the session end. */
  async function endOverNote(page: Page): Promise<void> {
    await page.getByRole('button', { name: /^Deny/ }).click();
    await page.getByLabel(/^Reason/).selectOption('CREDIT_POLICY');
    await page.getByRole('textbox', { name: 'Note' }).fill(NOTE);
    fixture.passSeconds(IDLE_SECONDS + 1);
    await page.getByText('Your session has ended.').waitFor();
  }

  async function signInAgain(page: Page, apiKey: string): Promise<void> {
    await page.getByLabel('Your operator key').fill(apiKey);
    await page.keyboard.press('Enter');
    await page.getByLabel('Your operator key').waitFor({ state: 'detached' });
  }

  test('that ends while a dialog is open keeps it out of sight, and the same person goes on in it', async () => {
    const { fundingId } = await fixture.request('Slowly Judged Limited');
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, `case/${fundingId}`);
    await endOverNote(page);
    // A person who passes by cannot read it, and Escape opens nothing.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    expect(await page.getByText('Slowly Judged Limited').first().isVisible()).toBe(false);
    expect(await page.getByRole('textbox', { name: 'Note' }).isVisible()).toBe(false);
    await signInAgain(page, fixture.ada.apiKey);
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe(NOTE);
    expect(await dialog.getByLabel(/^Reason/).inputValue()).toBe('CREDIT_POLICY');
    await dialog.getByRole('button', { name: 'Deny' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf(fixture, fundingId)).toMatchObject({
      denialReason: 'CREDIT_POLICY',
      denialNote: NOTE,
    });
    await leave();
  });

  test('that ends while a dialog is open keeps nothing for another person, nor for another key of the same name', async () => {
    const desk = () => fixture.gateway.key(fixture.partner.partnerId, { role: 'operator', name: 'Desk' });
    const [own, other] = [await desk(), await desk()];
    const { fundingId } = await fixture.request('Namesake Limited');
    const { page, leave } = await signIn(fixture, own.apiKey, `case/${fundingId}`);
    await endOverNote(page);
    await signInAgain(page, other.apiKey);
    await page.getByRole('heading', { name: 'Namesake Limited' }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: /^Deny/ }).click();
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
    await leave();
  });

  test('that ends while a form is open keeps the rows that were added there', async () => {
    const { partnerId } = await fixture.gateway.partner();
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, `partner/${partnerId}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('button', { name: 'Add a band' }).click();
    await dialog.getByLabel('Days at most').first().fill('7');
    await dialog.getByLabel('Rate of the band').last().fill('0.4');
    fixture.passSeconds(IDLE_SECONDS + 1);
    await signInAgain(page, fixture.ada.apiKey);
    await dialog.getByText('HKD up to 7 days 0.4 %').waitFor();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByText('The settings apply to requests').waitFor();
    await leave();
  });

  test('that ends under a list leaves the list, which is loaded again', async () => {
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, 'customers');
    await page.getByRole('row', { name: /Namesake Limited/ }).waitFor();
    await page.getByLabel('Search for').fill('Name');
    fixture.passSeconds(IDLE_SECONDS + 1);
    await page.getByText('Your session has ended.').waitFor();
    await signInAgain(page, fixture.ada.apiKey);
    expect(await page.getByLabel('Search for').inputValue()).toBe('Name');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('row', { name: /Namesake Limited/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await leave();
  });

  test('is of one person in all tabs: who signs in in one of them is shown in the others', async () => {
    const grace = await fixture.person('Grace Ho');
    const id = (await fixture.request('Harbour Trading Limited')).fundingId;
    const { page, context, leave } = await signIn(fixture, fixture.ada.apiKey, `case/${id}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    const other = await context.newPage();
    await other.goto(`${fixture.baseUrl}/console`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Your session has ended.').waitFor();
    await other.getByLabel('Your operator key').fill(grace.apiKey);
    await other.keyboard.press('Enter');
    await other.getByText('Grace Ho').waitFor();
    await page.getByText('Grace Ho').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    // The cookie of another person, without a sign-out before.
    await context.clearCookies();
    const third = await context.newPage();
    await third.goto(`${fixture.baseUrl}/console`);
    await third.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await third.keyboard.press('Enter');
    await third.getByText('Ada Wong').waitFor();
    await page.getByText('Ada Wong').waitFor();
    await other.getByText('Ada Wong').waitFor();
    await leave();
  });

  test('goes on if the gateway could not end it, and the page says so', async () => {
    const { page, leave } = await signIn(fixture);
    await page.route('**/console/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are still signed in. The gateway does not respond.').waitFor();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await page.unroute('**/console/session');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await leave();
  });

  test('is not taken for ended where the gateway does not respond, and the page asks again', async () => {
    const { page, leave } = await signIn(fixture);
    await page.route('**/graphql', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('The gateway does not respond.').waitFor();
    expect(await page.getByLabel('Your operator key').count()).toBe(0);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await leave();
  });

  test('is refused for a minute after five wrong keys', async () => {
    const { page, leave } = await visit();
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
    await leave();
  });
});
