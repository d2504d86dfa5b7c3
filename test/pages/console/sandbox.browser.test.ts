import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';

describe('the console of a sandbox', needsBrowser, () => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await openConsole({ SANDBOX: 'on' });
  });
  afterAll(() => closeConsole(fixture));

  const statusOf = async (fundingId: string): Promise<string> =>
    (await fixture.partner.rest('GET', `/v1/instant-settlements/${fundingId}`)).json.status;

  test('says so before and after signing in', async () => {
    const { page, leave } = await visit();
    await page.goto(`${fixture.baseUrl}/console`);
    const band = page.getByText('Sandbox – nothing here is real, and no money moves.');
    await band.waitFor();
    await page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    expect(await band.isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: /^Clock of/ }).count()).toBe(0);
    await leave();
  });

  test('plays the life of a case, and moves the clock of its partner', async () => {
    const { fundingId } = await fixture.request('Harbour Trading Limited');
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, `case/${fundingId}`);
    const play = page.getByRole('region', { name: 'Play' });
    const press = (name: string) => play.getByRole('button', { name, exact: true }).click();
    const heading = page.getByRole('heading', { name: 'Harbour Trading Limited' });

    await press('Approve');
    await heading.getByText('Approved').waitFor();
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    await press('Disburse');
    await heading.getByText('Funded').waitFor();

    const clock = page.getByRole('button', { name: /^Clock of Harbour Pay:/ });
    const before = await clock.getAttribute('aria-label');
    await clock.click();
    await page.getByLabel('How far').selectOption('P1M');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('It fell due: 1 × funding due soon, 1 × funding overdue.').waitFor();
    await expect.poll(() => clock.getAttribute('aria-label')).not.toBe(before);
    const { json } = await fixture.partner.rest('GET', '/v1/sandbox/clock');
    expect(json.ahead_seconds).toBeGreaterThan(27 * 86_400);

    await press('Sales');
    await page.getByLabel('Sold, in the minor unit of HKD').fill('500000');
    await page.getByRole('dialog').getByRole('button', { name: 'Sales' }).click();
    await page.getByText('The newest repayment, HKD 500.00').waitFor();
    await press('Bounce');
    await page.getByText('Played: bounce.').waitFor();
    await press('Repay all');
    await heading.getByText('Repaid').waitFor();
    expect(await statusOf(fundingId)).toBe('repaid');
    await leave();
  });

  test('says why something cannot be played', async () => {
    const { fundingId } = await fixture.request('Peak Ferry Limited');
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, `case/${fundingId}`);
    const play = page.getByRole('region', { name: 'Play' });
    await play.getByRole('button', { name: 'Disburse' }).click();
    await page.getByText('disburse needs it to be').waitFor();
    expect(await statusOf(fundingId)).toBe('submitted');
    await leave();
  });

  test('moves the clock by another period, and says what is wrong with one', async () => {
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, `partner/${fixture.partner.partnerId}`);
    await page.getByRole('button', { name: /^Clock of Harbour Pay:/ }).click();
    await page.getByLabel('How far').selectOption('other');
    await page.getByRole('textbox', { name: 'Period' }).fill('ten days');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('alert').getByText('must be a period of ISO 8601').waitFor();
    await page.getByRole('textbox', { name: 'Period' }).fill('P10D');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('The clock was moved.').waitFor();
    await leave();
  });

  test.each([
    [390, false],
    [768, true],
    [1280, true],
  ])('fits %i px (dark: %s)', async (width, dark) => {
    const { fundingId } = await fixture.request('Star Trading Limited');
    const { page, leave } = await visit({ width, height: 900 }, dark);
    await page.goto(`${fixture.baseUrl}/console/case/${fundingId}`);
    await page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Play' }).waitFor();
    await page.getByRole('button', { name: /^Clock of/ }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await leave();
  });
});

describe('the console of a live gateway', needsBrowser, () => {
  test('has no clock, and nothing to play', async () => {
    const fixture = await openConsole();
    const { fundingId } = await fixture.request('Harbour Trading Limited');
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, `case/${fundingId}`);
    await page.getByRole('heading', { name: 'Harbour Trading Limited' }).waitFor();
    expect(await page.getByRole('button', { name: /^Clock of/ }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Play' }).count()).toBe(0);
    await leave();
    await closeConsole(fixture);
  });
});
