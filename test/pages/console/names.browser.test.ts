import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerBody } from '../../support/gateway.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

/** What follows is written from right to left until the end of the paragraph, or of what isolates it. */
const OVERRIDE = '\u202e';

describe('a name', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole({ WEBHOOK_ALLOW: '127.0.0.1' });
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  type Locator = ReturnType<Visit['page']['getByRole']>;
  /** The letters of an element in the order in which they are seen from left to right. */
  const seen = (locator: Locator): Promise<string> =>
    locator.evaluate((element) => {
      const text = element.firstChild ?? element;
      const range = document.createRange();
      const letters = [...(text.textContent ?? '')].map((letter, at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return { letter, left: range.getBoundingClientRect().left };
      });
      return letters
        .toSorted((a, b) => a.left - b.left)
        .map(({ letter }) => letter)
        .join('');
    });
  const edges = (locator: Locator) =>
    locator.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    });

  test('of a company does not change anything beside it', async () => {
    await fixture.request(`Evil ${OVERRIDE}dtL`);
    const { page } = ada;
    for (const list of ['queue/review', 'customers']) {
      await goTo(fixture, ada, list);
      const row = page.getByRole('row', { name: /^Evil/ });
      const country = row.locator('.country');
      expect(await seen(country)).toBe('HK');
      expect((await edges(row.getByRole('link'))).right).toBeLessThan((await edges(country)).left);
    }
  });

  test('that is written from right to left keeps the date beside it whole', async () => {
    const { fundingId } = await fixture.request('Company of two');
    const omar = await signIn(fixture, (await fixture.person('عمر')).apiKey);
    await openCase(fixture, omar, fundingId, 'Company of two');
    await openCase(fixture, ada, fundingId, 'Company of two');
    const { page } = ada;
    await page.getByText('looks at this case').waitFor();
    await page.getByRole('button', { name: /^Deny/ }).click();
    await page.getByLabel(/^Reason/).selectOption('CREDIT_POLICY');
    await omar.page.getByRole('button', { name: /^Approve/ }).click();
    await omar.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await omar.page.getByText('Approved.', { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    const late = page.getByRole('alert').filter({ hasText: 'Nothing was done now' });
    const step = page.getByRole('listitem').filter({ hasText: 'Approve by' });
    for (const sentence of [late, step]) {
      const name = await edges(sentence.getByText('عمر').last());
      expect((await edges(sentence.locator('time'))).left).toBeGreaterThan(name.right);
    }
    await omar.leave();
  });

  test('that is long has two lines in a list, and the whole of it on hover', async () => {
    const long = `${'Unabbreviated '.repeat(17)}Limited`;
    await fixture.partner.rest('POST', '/v1/customers', {
      ...customerBody({ external_customer_id: 'long' }),
      company_name: long,
    });
    const { page } = ada;
    await goTo(fixture, ada, 'customers');
    const name = page.getByTitle(long);
    await name.waitFor();
    const lines = await name.evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines)).toBe(2);
    const row = page.getByRole('row', { name: /^Unabbreviated/ });
    expect(await seen(row.locator('.country'))).toBe('HK');
  });

  test('that is long leaves room for the rest, in windows of 1280, 768 and 375 px', async () => {
    const made = await fixture.partner.rest('POST', '/v1/customers', {
      ...customerBody({ external_customer_id: 'x'.repeat(64) }),
      company_name: `The ${'Extraordinarily '.repeat(8)}Long Named Company`,
    });
    const { json } = await fixture.partner.rest('POST', '/v1/webhook-endpoints', {
      url: `http://127.0.0.1:1024/${'x'.repeat(150)}`,
      event_types: ['*'],
    });
    const { page } = ada;
    const customer = `customer/${made.json.customer_id}`;
    for (const path of ['customers', customer, `webhook/${json.webhook_endpoint_id}`, 'webhooks']) {
      await goTo(fixture, ada, path);
      await page
        .getByText(/Extraordinarily|127/)
        .first()
        .waitFor();
      for (const width of [1280, 768, 375]) {
        await page.setViewportSize({ width, height: 800 });
        const { wider, names } = await page.evaluate(() => ({
          wider: document.documentElement.scrollWidth - innerWidth,
          names: [...document.querySelectorAll('.rows:not(.tight) tbody th')].map((name) => name.clientWidth),
        }));
        expect(wider, `${path}, ${width} px`).toBeLessThanOrEqual(0);
        // Some words of a name stand on one line.
        expect(Math.min(...names, 999), `${path}, ${width} px`).toBeGreaterThan(140);
      }
    }
  });
});
