import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, openConsole } from './fixture.ts';

describe('the console of a sandbox', needsBrowser, () => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await openConsole({ SANDBOX: 'on' });
  });
  afterAll(() => closeConsole(fixture));

  test('says so before and after signing in', async () => {
    const { page, context } = await visit();
    await page.goto(`${fixture.baseUrl}/console`);
    const band = page.getByText('Sandbox – nothing here is real, and no money moves.');
    await band.waitFor();
    await page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    expect(await band.isVisible()).toBe(true);
    await context.close();
  });
});
