import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

const REQUESTS = 45;

describe('an address of the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let fundingId: string;
  let customerId: string;
  beforeAll(async () => {
    fixture = await openConsole();
    ({ fundingId, customerId } = await fixture.request('First Company', { amount: 100 }));
    const other = await fixture.request('Other Company', { amount: 200 });
    for (let at = 3; at <= REQUESTS; at += 1)
      await fixture.partner.rest(
        'POST',
        '/v1/instant-settlements',
        settlementBody(other.customerId, { amount: at * 100 }),
      );
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const open = (screen: string) => goTo(fixture, ada, screen);
  const addressNow = () => ada.page.url().slice(`${fixture.baseUrl}/console`.length);
  const row = (name: RegExp) => ada.page.getByRole('row', { name });

  test('is a step that one press of the back button takes back', async () => {
    const { page } = ada;
    await open('queue/review');
    await row(/First Company/).waitFor();
    const pages = [addressNow()];
    for (const request of [/HKD 21\.00/, /HKD 41\.00/]) {
      await page.keyboard.press('n');
      await row(request).waitFor();
      pages.push(addressNow());
    }
    await row(/HKD 41\.00/)
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    for (const address of pages.toReversed()) {
      await page.goBack();
      await expect.poll(addressNow).toBe(address);
    }
    await page.getByLabel('Currency').selectOption('JPY');
    await page.getByText('Nothing waits for a review.').waitFor();
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await row(/First Company/).waitFor();
    await page.goBack();
    await page.getByText('Nothing waits for a review.').waitFor();
    expect(await page.getByLabel('Currency').inputValue()).toBe('JPY');
  });

  test('that one comes back to shows the place in the list where one was, and the chosen row', async () => {
    const { page } = ada;
    const heightNow = () => page.evaluate(() => Math.round(scrollY));
    await page.setViewportSize({ width: 1280, height: 400 });
    await open('queue/review');
    await row(/First Company/).waitFor();
    for (let at = 0; at < 15; at += 1) await page.keyboard.press('j');
    const chosen = page.locator('tr[aria-selected=true]');
    await chosen.filter({ hasText: 'HKD 16.00' }).waitFor();
    const before = await heightNow();
    expect(before).toBeGreaterThan(100);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Other Company' }).waitFor();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    expect(await heightNow()).toBe(0);
    await page.evaluate(() => scrollTo(0, 60));
    await page.goBack();
    await row(/First Company/).waitFor();
    await expect.poll(heightNow).toBe(before);
    await chosen.filter({ hasText: 'HKD 16.00' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await expect.poll(heightNow).toBe(60);
    await page.goBack();
    await expect.poll(heightNow).toBe(before);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('is left to the browser if another tab is asked for, and the list stays', async () => {
    await open('queue/review');
    const link = ada.page.getByRole('link', { name: 'First Company' });
    expect(await link.getAttribute('href')).toContain(`/case/${fundingId}`);
    // The tab itself is not opened: on a busy machine a second one can take longer than all tests of this file.
    const isLeft = await link.evaluate((element) => {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
      let isPrevented = true;
      addEventListener(
        'click',
        (heard) => {
          isPrevented = heard.defaultPrevented;
          heard.preventDefault();
        },
        { once: true },
      );
      element.dispatchEvent(click);
      return !isPrevented;
    });
    expect(isLeft).toBe(true);
    expect(addressNow()).toBe('/queue/review');
  });

  test.each(['case/%E0%A4%A', 'customer/%', '%FF'])('that was cut says so: %s', async (path) => {
    await ada.page.goto(`${fixture.baseUrl}/console/${path}`);
    await ada.page.getByText('There is no such').waitFor();
  });

  test.each(['nowhere', 'case/none', 'customer/none', 'partner/none', 'webhook/none'])(
    'of nothing has a heading that says so, for those who go by headings: %s',
    async (path) => {
      await open(path);
      await ada.page.getByRole('heading', { level: 1, name: 'There is no such' }).waitFor();
    },
  );

  test('has a name, by which its tab is found', async () => {
    const names = {
      'queue/disburse': 'To disburse – Queue – Fundgate',
      [`case/${fundingId}`]: 'First Company – Fundgate',
      [`customer/${customerId}`]: 'First Company – Fundgate',
      customers: 'Customers – Fundgate',
      [`partner/${fixture.partner.partnerId}`]: 'Harbour Pay – Fundgate',
      partners: 'Partners – Fundgate',
      operators: 'Operators – Fundgate',
      events: 'Events – Fundgate',
      webhooks: 'Webhooks – Fundgate',
      overview: 'Overview – Fundgate',
      nowhere: 'No such screen – Fundgate',
    };
    for (const [path, name] of Object.entries(names)) {
      await open(path);
      await expect.poll(() => ada.page.title()).toBe(name);
    }
  });

  test('is what the fields of a list say, which keep the focus', async () => {
    const { page } = ada;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const fields = [
      { screen: 'Partners', field: 'Name', text: 'Harbour' },
      { screen: 'Customers', field: 'Search for', text: 'First' },
      { screen: 'Events', field: 'Subject', text: `funding/${fundingId}` },
    ];
    for (const { screen, field, text } of fields) {
      await open(screen.toLowerCase());
      await page.getByRole('heading', { name: screen }).waitFor();
      await page.getByLabel(field).fill(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\?/);
      await page.getByRole('row').nth(1).waitFor();
      expect(await focused()).toBe(field);
      await page.getByRole('link', { name: screen, exact: true }).click();
      await expect.poll(() => page.getByLabel(field).inputValue()).toBe('');
      await page.goBack();
      await expect.poll(() => page.getByLabel(field).inputValue()).toBe(text);
    }
  });

  test('does not hold the e-mail address that was searched for, nor does the page for the next person', async () => {
    const { page } = ada;
    await open('customers');
    await page.getByLabel('Search for').fill('tai.man@harbour.example');
    const found = page.waitForResponse((answer) => answer.request().postData()?.includes('tai.man') === true);
    await page.keyboard.press('Enter');
    await (await found).finished();
    await row(/First Company|Other Company/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your operator key').fill(fixture.admin.apiKey);
    await page.keyboard.press('Enter');
    await page.getByLabel('Search for').waitFor();
    expect(await page.getByLabel('Search for').inputValue()).toBe('');
  });

  test('leads to its content by the first link, and moves the focus there when the last screen is gone', async () => {
    const { page } = ada;
    await page.goto(`${fixture.baseUrl}/console/queue/review`);
    await row(/First Company/).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('main');
    expect(addressNow()).toBe('/queue/review');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Export CSV');
    await page.getByRole('link', { name: 'First Company' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'First Company' }).waitFor();
    await expect.poll(focused).toBe('main');
  });
});
