import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

const LONG_NAME =
  'The Very Long Named International Import and Export Trading Company of the Bay Area Limited';

describe('the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let ids: { customerId: string; fundingId: string };
  beforeAll(async () => {
    fixture = await openConsole();
    ids = await fixture.request(LONG_NAME);
    ada = await signIn(fixture, fixture.ada.apiKey, `customer/${ids.customerId}`);
  });
  afterAll(() => closeConsole(fixture));

  const open = (screen: string) => goTo(fixture, ada, screen);

  test('shows a new settlement on the page of its customer without a reload', async () => {
    const { page } = ada;
    const settlements = page.getByRole('region', { name: 'Settlements' });
    await settlements.getByRole('row', { name: /1 in HKD/ }).waitFor();
    const body = settlementBody(ids.customerId, { currency: 'JPY', amount: 777 });
    const { status } = await fixture.partner.rest('POST', '/v1/instant-settlements', body);
    expect(status).toBe(200);
    await fixture.relay();
    await settlements.getByRole('link', { name: 'JPY 777' }).waitFor();
    await settlements.getByRole('row', { name: /1 in JPY/ }).waitFor();
  });

  test('shows all keys of a partner, in pages, and saves them as one file', async () => {
    const { page } = ada;
    for (let at = 0; at < 25; at += 1)
      await fixture.gateway.key(fixture.partner.partnerId, { name: `Key ${at}` });
    await open(`partner/${fixture.partner.partnerId}`);
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByRole('row', { name: /^Key 24/ }).waitFor();
    expect(await keys.getByRole('row', { name: /^Key 3\b/ }).count()).toBe(0);
    await page.keyboard.press('n');
    await keys.getByRole('row', { name: /^Key 3\b/ }).waitFor();
    expect(page.url()).toContain('after=');
    await page.keyboard.press('p');
    await keys.getByRole('row', { name: /^Key 24/ }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      keys.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^keys-\d{4}-\d\d-\d\d\.csv$/);
    const text = readFileSync(await saved.path(), 'utf8');
    expect(text.match(/Key \d+/g)).toHaveLength(25);
    await page.getByText('The download has begun.').waitFor();
  });

  test('says why a list is not saved, with the id of the request', async () => {
    const { page } = ada;
    await page.route('**/console/exports', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Content-Type': 'application/json', 'Request-Id': 'req-of-test' },
        body: JSON.stringify({ error: { code: 'rate_limited', message: 'A person has two downloads.' } }),
      }),
    );
    await open('events');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('A person has two downloads. Request req-of-test').waitFor();
    await page.unroute('**/console/exports');
  });

  test('keeps everything of a case inside its card, at 1280 and at 800 px', async () => {
    const { page } = ada;
    await open(`case/${ids.fundingId}`);
    await page.getByRole('button', { name: 'Show identity numbers' }).waitFor();
    for (const width of [1280, 800]) {
      await page.setViewportSize({ width, height: 800 });
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('.card')].flatMap((card) => {
          const edge = card.getBoundingClientRect().right;
          return [...card.querySelectorAll('button, dd, p, a')].flatMap((part) =>
            part.getBoundingClientRect().right > edge ? [part.textContent] : [],
          );
        }),
      );
      expect(outside, `${width} px`).toEqual([]);
      const { scrollWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(width);
    }
  });

  test('shows the buttons of a form that is longer than the window', async () => {
    const { page } = ada;
    await page.setViewportSize({ width: 800, height: 500 });
    await open(`partner/${fixture.partner.partnerId}`);
    await page.getByRole('button', { name: 'Change' }).click();
    const send = page.getByRole('dialog').getByRole('button', { name: 'Change' });
    await send.waitFor();
    const { y = 9_999, height = 0 } = (await send.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(500);
    expect(ada.complaints.filter((text) => !/429/.test(text))).toEqual([]);
  });
});
