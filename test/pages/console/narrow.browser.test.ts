import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Issuer } from '../../nouns/session/oidc-issuer.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsoleWithIssuer, signIn } from './fixture.ts';

const PHONE = { width: 360, height: 700 };

/** With its fee it is a whole number that JSON keeps exact. */
const LARGEST = 8_988_888_888_888_888;

describe('a window that is too small for a table', needsBrowser, () => {
  let issuer: Issuer;
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    ({ issuer, fixture } = await openConsoleWithIssuer({ WEBHOOK_ALLOW: '127.0.0.1' }));
    ada = await signIn(fixture);
  });
  afterAll(async () => {
    await closeConsole(fixture);
    issuer.close();
  });

  type Locator = ReturnType<Visit['page']['locator']>;
  const edges = (locator: Locator) =>
    locator.evaluateAll((all) =>
      all.map((element) => {
        const { left, right, top } = element.getBoundingClientRect();
        return { left, right, top, width: right - left };
      }),
    );

  test('has the sign-in in its middle', async () => {
    const { page, leave } = await signIn(fixture);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in with your organisation' }).waitFor();
    const [form] = await edges(page.locator('form'));
    expect(form?.left).toBeCloseTo(PHONE.width - (form?.right ?? 0));
    await leave();
  });

  test('has the charts of the overview one below the other, so that no name lies on another', async () => {
    const { page } = ada;
    await goTo(fixture, ada, 'overview');
    await page.setViewportSize(PHONE);
    const names = page.locator('.age-name');
    await names.first().waitFor();
    const all = await edges(names);
    expect(all).toHaveLength(12);
    for (const [at, { right, top }] of all.entries()) {
      const next = all[at + 1];
      expect(right).toBeLessThan(PHONE.width);
      if (next?.top === top) expect(right).toBeLessThan(next.left);
    }
  });

  test('has the rows of the queue as cards, with whole amounts, and the present screen in sight in the menu', async () => {
    await fixture.request('Phone Limited', { amount: LARGEST });
    const { page } = ada;
    await page.setViewportSize(PHONE);
    await goTo(fixture, ada, 'queue/review');
    const row = page.getByRole('row', { name: /Phone Limited/ });
    await row.waitFor();
    const [card] = await edges(row);
    const [name] = await edges(row.getByRole('rowheader'));
    const [amount] = await edges(row.locator('.money'));
    expect(amount?.top).toBeGreaterThan(name?.top ?? Number.NaN);
    expect(amount?.left).toBeGreaterThanOrEqual(card?.left ?? Number.NaN);
    expect(amount?.right).toBeLessThanOrEqual(card?.right ?? Number.NaN);
    expect(card?.right).toBeLessThanOrEqual(PHONE.width);
    expect(await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);

    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(fixture, ada, 'overview');
    const present = page.getByRole('navigation', { name: 'Screens' }).locator('[aria-current]');
    await expect.poll(() => present.textContent()).toBe('Overview');
    await page.setViewportSize(PHONE);
    await expect.poll(async () => (await edges(present))[0]?.right).toBeLessThanOrEqual(PHONE.width);
    expect((await edges(present))[0]?.left).toBeGreaterThanOrEqual(0);
  });

  test('has no number in the overview that is wider than its part of the bar', async () => {
    const { page } = ada;
    await page.setViewportSize(PHONE);
    await goTo(fixture, ada, 'overview');
    await page.locator('.bar .part').first().waitFor();
    const cut = () =>
      page
        .locator('.bar .part')
        .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).length);
    expect(await cut()).toBe(0);
    const part = page.locator('.bar .part').first();
    const isShown = () => part.locator('span').isVisible();
    expect(await isShown()).toBe(true);
    await part.evaluate((element) => element.style.setProperty('width', '6px'));
    expect(await isShown()).toBe(false);
    expect(await part.getAttribute('title')).toMatch(/^Submitted: \d+$/);
  });

  test('has the whole sums of the largest amounts in the overview, in every width', async () => {
    for (const currency of ['HKD', 'JPY'])
      for (let asked = 0; asked < 3; asked += 1)
        await fixture.request(`${currency} ${asked} Limited`, { currency, amount: LARGEST });
    const { page } = ada;
    await goTo(fixture, ada, 'overview');
    const money = page.getByRole('region', { name: 'Money by status and currency' });
    const yen = money.getByRole('table', { name: 'JPY' }).getByRole('row', { name: /^Submitted/ });
    await expect.poll(() => yen.locator('td').allTextContents()).toEqual(['3', '26,966,666,666,666,664']);
    for (const width of [390, 601, 768, 901, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const outside = await money.evaluate((section) => {
        const { left, right } = section.getBoundingClientRect();
        return [...section.querySelectorAll('td, th')].filter((cell) => {
          const box = cell.getBoundingClientRect();
          const isHead = cell.closest('thead') !== null;
          return !isHead && (box.left < left || box.right > right || cell.scrollWidth > cell.clientWidth);
        }).length;
      });
      expect(outside, `${width}`).toBe(0);
      const over = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
      expect(over, `${width}`).toBe(0);
    }
  });

  /** The title before each value of a card, as the style sheet writes it; null for none. */
  const titlesOf = (row: Locator) =>
    row.locator('td').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));

  test('has keys as cards: the name first, then the title of each column before its value', async () => {
    const { page } = ada;
    await goTo(fixture, ada, `partner/${fixture.partner.partnerId}`);
    await page.setViewportSize(PHONE);
    const row = page.getByRole('row', { name: /^default/ }).first();
    await row.waitFor();
    expect((await edges(row.getByRole('rowheader')))[0]?.width).toBeGreaterThan(250);
    expect(await titlesOf(row)).toEqual(['"May"', '"Last use"', '"End"', 'none']);
    expect((await edges(row))[0]?.right).toBeLessThanOrEqual(PHONE.width);
    await row.getByRole('button', { name: 'Revoke' }).waitFor();
  });

  test('has deliveries as cards, with the attempts of one below it', async () => {
    const { page } = ada;
    const made = await fixture.partner.rest('POST', '/v1/webhook-endpoints', {
      url: 'http://127.0.0.1:1024/hook',
      event_types: ['*'],
    });
    await fixture.request('Delivered Limited');
    await fixture.relay();
    await goTo(fixture, ada, `webhook/${made.json.webhook_endpoint_id}`);
    await page.setViewportSize(PHONE);
    const row = page.getByRole('row', { name: /Funding submitted/ }).first();
    await row.waitFor();
    expect(await titlesOf(row)).toEqual(['"State"', '"Attempts"', '"Since"', 'none']);
    expect((await edges(row))[0]?.right).toBeLessThanOrEqual(PHONE.width);
    await row.getByRole('button', { name: 'Funding submitted' }).click();
    await page.getByRole('row', { name: 'No attempt was made yet.' }).waitFor();
    await row.getByRole('button', { name: 'Funding submitted' }).click();
    await page.getByText('No attempt was made yet.').waitFor({ state: 'detached' });
  });

  test('has events as cards that begin with what happened', async () => {
    const { page } = ada;
    await page.setViewportSize(PHONE);
    await goTo(fixture, ada, 'events');
    const row = page.getByRole('row', { name: /Funding submitted/ }).first();
    await row.waitFor();
    const [name] = await edges(row.getByRole('rowheader'));
    const [when] = await edges(row.locator('time'));
    expect(when?.top).toBeGreaterThan(name?.top ?? Number.NaN);
  });

  test('has large amounts of a customer within their card', async () => {
    const { customerId } = await fixture.request('Large Limited', { amount: LARGEST });
    const { page } = ada;
    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(fixture, ada, `customer/${customerId}`);
    const card = page.getByRole('region', { name: 'Settlements' });
    const name = card.getByRole('rowheader', { name: '1 in HKD' });
    await name.waitFor();
    expect(await name.evaluate((element) => element.getClientRects().length)).toBe(1);
    expect(await name.evaluate((element) => element.clientHeight)).toBeLessThan(40);
    expect(await card.evaluate((element) => getComputedStyle(element).overflowX)).toBe('auto');
  });

  test('scrolls the picture of the steps by the keyboard', async () => {
    const { fundingId } = await fixture.request('Small Limited');
    const { page } = ada;
    await page.setViewportSize(PHONE);
    await openCase(fixture, ada, fundingId, 'Small Limited');
    const picture = page.getByRole('group', { name: 'The possible steps' });
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => picture.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  });
});
