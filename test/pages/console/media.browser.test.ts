import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

const TRANSACTIONS = 60;

describe('the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let fundingId: string;
  beforeAll(async () => {
    fixture = await openConsole();
    const list = Array.from({ length: TRANSACTIONS }, (_, at) => ({ transaction_id: `t-${at}` }));
    const transactions = { transaction_list: list, transaction_count: TRANSACTIONS, total_amount: 1 };
    ({ fundingId } = await fixture.request('First Company', { transactions }));
    await fixture.request('Second Company');
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  type Locator = ReturnType<Visit['page']['getByRole']>;
  const styleOf = (locator: Locator, name: string) =>
    locator.evaluate((element, asked) => getComputedStyle(element).getPropertyValue(asked), name);

  test('prints a case whole, in dark letters, and without what can only be pressed', async () => {
    const { page } = ada;
    await page.emulateMedia({ colorScheme: 'dark' });
    await openCase(fixture, ada, fundingId, 'First Company');
    await page.getByRole('button', { name: 'Show transactions' }).click();
    await page.getByRole('button', { name: 'Show as sent' }).click();
    const transactions = page.getByRole('group', { name: 'Transactions as they were sent' });
    await transactions.waitFor();
    await page.getByRole('button', { name: 'scan 0.pdf' }).first().click();
    await page.getByRole('figure').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await transactions.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    const list = page.locator('.document-list');
    expect(await list.evaluate((files) => files.scrollHeight - files.clientHeight)).toBe(0);
    expect(await list.getByText('scan 0.pdf').count()).toBeGreaterThan(5);
    expect(await list.getByText('scan 0.pdf').last().isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'First Company' }).waitFor();
    await page.getByText('Submit', { exact: true }).waitFor();
    for (const pressed of [/^Approve/, /^Next case/, /^Request again/, 'Sign out', /^Show identity/])
      expect(await page.getByRole('button', { name: pressed }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await styleOf(page.locator('body'), 'color')).toBe('rgb(27, 33, 41)');
    await goTo(fixture, ada, 'events');
    await page.getByRole('row', { name: /Funding transactions read .* Ada Wong/ }).waitFor();
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  test('shows with the colours of the system what is chosen, and how much there is', async () => {
    const { page } = ada;
    await page.emulateMedia({ forcedColors: 'active' });
    await goTo(fixture, ada, 'queue/review');
    const row = (name: RegExp) => page.getByRole('row', { name }).getByRole('rowheader');
    await row(/First Company/).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => styleOf(row(/Second Company/), 'border-left-width')).toBe('4px');
    expect(await styleOf(row(/First Company/), 'border-left-width')).toBe('0px');
    const tab = (name: RegExp) => page.getByRole('link', { name });
    expect(await styleOf(tab(/^To review/), 'border-bottom-color')).not.toBe(
      await styleOf(tab(/^To disburse/), 'border-bottom-color'),
    );
    await goTo(fixture, ada, 'overview');
    const marks = page.locator('.legend .part');
    await marks.first().waitFor();
    const grounds = new Set<string>();
    for (const mark of await marks.all()) grounds.add(await styleOf(mark, 'background-color'));
    expect(grounds.size).toBe(7);
    await page.emulateMedia({ forcedColors: 'none' });
  });
});
