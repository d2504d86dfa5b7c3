import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, closeBrowser, visit, type Visit } from './browser.ts';
import { type ConsoleFixture, HOSTILE, openConsole } from './fixture.ts';

/** A folder that gets pictures of the screens, where it is set; `src/docs/guides` renews those of the guide. */
const PICTURES = process.env['PICTURES'] ?? '';

describe.skipIf(browserPath === null)('a screen', () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let ids: { customerId: string; fundingId: string }[];
  beforeAll(async () => {
    fixture = await openConsole();
    ids = [];
    const names = [
      'Harbour Trading Limited',
      'Kowloon Seafood',
      `=${HOSTILE}`,
      'Lantau Foods',
      'Peak Tea House',
    ];
    for (const [at, name] of names.entries())
      ids.push(
        await fixture.request(name, { amount: 1_234_500 * (at + 1), currency: at === 1 ? 'JPY' : 'HKD' }),
      );
    const decide = (verb: string, at: number) =>
      fixture.admin.graphql(`mutation ($id: ID!) { ${verb} { status } }`, { id: ids[at]?.fundingId });
    await decide('approveInstantSettlement(id: $id)', 3);
    await decide('denyInstantSettlement(id: $id, reason: CREDIT_POLICY)', 4);
    ada = await visit();
    await ada.page.goto(`${fixture.baseUrl}/console`);
    await ada.page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await ada.page.keyboard.press('Enter');
    await ada.page.getByRole('heading', { name: 'Queue' }).waitFor();
  }, 60_000);
  afterAll(async () => {
    await closeBrowser();
    await fixture.served.stop();
  });

  const open = (path: string) => ada.page.goto(`${fixture.baseUrl}/console/${path}`);
  /** What is loaded beside the list has come, and nothing moves. */
  const whole = () =>
    ada.page.waitForFunction(
      () => document.querySelector('h1') !== null && !document.querySelector('[aria-busy]'),
    );
  async function keep(name: string) {
    if (PICTURES === '') return;
    mkdirSync(PICTURES, { recursive: true });
    await whole();
    await ada.page.setViewportSize({ width: 1080, height: 640 });
    await ada.page.screenshot({ path: join(PICTURES, `console-${name}.png`) });
    await ada.page.setViewportSize({ width: 1280, height: 800 });
  }

  test('finds customers by the beginning of the name and by an id, and shows what was asked for one', async () => {
    await open('customers');
    const { page } = ada;
    await page.getByLabel('Search for').fill('harbour');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Harbour Trading Limited/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByLabel('Search for').fill(ids[3]?.customerId ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lantau Foods' }).waitFor();
    const settlements = await page.getByRole('region', { name: 'Settlements' }).ariaSnapshot();
    expect(settlements).toContain('HKD 49,380.00');
    expect(settlements).toContain('Approved');
  });

  test('makes a partner, rotates and revokes its key, and shows each key once', async () => {
    const { page } = ada;
    await open('partners');
    await page.getByRole('button', { name: 'New partner' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('Victoria Pay');
    await page.getByLabel('Review').selectOption('MANUAL');
    await page.getByRole('button', { name: 'Create' }).click();
    const first = await page.getByRole('dialog').locator('code').textContent();
    expect(first).toMatch(/^fgk_[\w-]{43}$/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('link', { name: 'Victoria Pay' }).click();
    await page.getByText('Every request waits for an operator.').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('It is shown this once').waitFor();
    const second = await page.getByRole('dialog').locator('code').textContent();
    expect(second).not.toBe(first);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(second);
  });

  test('names the operators, and disables one', async () => {
    const { page } = ada;
    await open('operators');
    await page.getByRole('button', { name: 'New operator' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Grace Lim');
    await page.getByLabel('E-mail').fill('grace@provider.example');
    await page.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row', { name: /Grace Lim.*grace@provider\.example.*read, write/ });
    await row.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row', { name: /Grace Lim.*Disabled/ }).waitFor();
  });

  test('shows events as they happen, each with the person', async () => {
    const { page } = ada;
    await open('events');
    await page.getByRole('row', { name: /Funding denied.*First operator/ }).waitFor();
    const { completeCustomer } = fixture.partner;
    await page.getByText('live').waitFor();
    const customerId = await completeCustomer();
    await fixture.relay();
    await page.getByRole('row', { name: new RegExp(`Customer created.*${customerId}`) }).waitFor();
    expect(await page.locator('tr.new').count()).toBeGreaterThan(1);
    await keep('events');
  });

  test('draws settlements, decisions and ages', async () => {
    await open('overview');
    const { page } = ada;
    await page.getByRole('img', { name: /1 approved and 1 denied in 14 days/ }).waitFor();
    const totals = await page
      .getByRole('region', { name: 'Settlements by status and currency' })
      .ariaSnapshot();
    expect(totals).toContain('JPY');
    await keep('overview');
  });

  test('saves a list as CSV whose cells no spreadsheet runs', async () => {
    const { page } = ada;
    await open('queue/review');
    await page.getByRole('row', { name: /Harbour Trading Limited/ }).waitFor();
    await keep('queue');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toBe('id,company_name,company_country,partner,currency,amount,at,kyc_changed');
    expect(lines).toHaveLength(4);
    expect(text).toContain('Kowloon Seafood,HK,Harbour Pay,JPY,2469000,');
    expect(text).toContain(`'=${HOSTILE}`);
    await open(`case/${ids[0]?.fundingId}`);
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    await keep('case');
  });

  test('fits into 800 pixels', async () => {
    const { page } = ada;
    await page.setViewportSize({ width: 800, height: 700 });
    for (const path of ['queue/review', `case/${ids[0]?.fundingId}`, 'partners', 'overview', 'events']) {
      await open(path);
      await page.locator('h1').waitFor();
      await whole();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect({ path, overflow }).toEqual({ path, overflow: expect.any(Number) });
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    expect(ada.complaints.filter((complaint) => !/status of 401/.test(complaint))).toEqual([]);
  });
});
