import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, closeVisits, visit } from '../console/browser.ts';
import { graphiqlIsMade } from '../../support/graphiql-is-made.ts';
import { type Served, serveTestGateway } from '../../support/served.ts';

/** Of one try; a late answer stays on the page and is found by the next one. */
const ANSWERED_MS = 1_000;

describe('in a browser', needsBrowser, () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveTestGateway({ NODE_ENV: 'development' });
  });
  afterAll(async () => {
    await closeVisits();
    await served.stop();
  });

  test('no page loads anything from another origin or logs an error, and each fits a phone and paper', async () => {
    const phone = { width: 360, height: 700 };
    const { page, leave, requests, complaints } = await visit(phone, true);
    const listed = (await served.gateway.fetch('GET', '/llms.txt')).text.matchAll(/\]\(([^)]+)\.md\)/g);
    const paths = Array.from(listed, ([, url = '']) => new URL(url).pathname);
    expect(paths.length).toBeGreaterThan(10);
    for (const path of ['/docs', ...paths, '/docs/errors#kyc_incomplete']) {
      await page.goto(served.baseUrl + path);
      const { clientWidth, scrollWidth } = await page.evaluate(() => ({
        clientWidth: document.documentElement.clientWidth,
        scrollWidth: document.documentElement.scrollWidth,
      }));
      expect(clientWidth).toBe(360);
      expect({ path, scrollWidth }).toEqual({ path, scrollWidth: clientWidth });

      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 700, height: 1_000 });
      const onPaper = await page.evaluate(() => ({
        cut: [...document.querySelectorAll('pre, .table')]
          .filter((each) => each.scrollWidth > each.clientWidth)
          .map(({ textContent }) => textContent.slice(0, 60)),
        // Each column of a table has a name.
        unnamed: [...document.querySelectorAll('th')].filter(({ textContent }) => textContent.trim() === '')
          .length,
      }));
      expect({ path, ...onPaper }).toEqual({ path, cut: [], unnamed: 0 });
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize(phone);
    }
    expect(await page.locator('h3:target').textContent()).toContain('kyc_incomplete');
    expect(requests.filter((url) => !url.startsWith(served.baseUrl) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('the search finds sections by the keyboard alone, and says so if it finds none', async () => {
    const { page, leave, requests, complaints } = await visit({ width: 360, height: 700 });
    await page.goto(`${served.baseUrl}/docs`);
    expect(requests.filter((url) => /search\.json|minisearch/.test(url))).toEqual([]);
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'Search the documentation' });
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    const found = page.locator('#found');
    await page.keyboard.type('offer lapsed withdrw');
    await found
      .getByRole('link', { name: /InstantSettlementStatus/ })
      .first()
      .waitFor();
    await field.fill('a/b zzzzqqq');
    await found.getByText('Nothing was found for “a/b zzzzqqq”. Try fewer or other words.').waitFor();
    expect(await found.getByRole('listitem').count()).toBe(0);
    await field.fill('the');
    await found.getByText(/^The best 20 of \d+ results$/).waitFor();
    expect(await found.getByRole('listitem').count()).toBe(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect((await found.boundingBox())?.x).toBeGreaterThanOrEqual(0);

    await field.fill('<img src=x onerror=alert(1)> kyc_incompl');
    await found.getByText(/^Nothing was found/).waitFor();
    await field.fill('kyc_incompl');
    await found.getByRole('link', { name: 'Errors: kyc_incomplete' }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Errors: kyc_incomplete');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${served.baseUrl}/docs/errors#kyc_incomplete`);
    expect(await page.locator('h3:target').textContent()).toContain('kyc_incomplete');

    await page.keyboard.press('/');
    await page.keyboard.type('kyc');
    await found.waitFor();
    await page.keyboard.press('Escape');
    expect([await found.isVisible(), await field.inputValue()]).toEqual([false, '']);
    expect(requests.filter((url) => !url.startsWith(served.baseUrl) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a search that cannot be loaded says so, and the next key tries again', async () => {
    const { page, leave } = await visit();
    await page.route('**/docs/search.json', (route) => route.abort());
    await page.goto(`${served.baseUrl}/docs/errors`);
    const field = page.getByRole('searchbox');
    await field.fill('kyc');
    await page.getByText('The search cannot be loaded at the moment.').waitFor();
    await page.unroute('**/docs/search.json');
    await field.fill('kyc_incomplete');
    await page.locator('#found').getByRole('link', { name: 'Errors: kyc_incomplete' }).waitFor();
    await leave();
  });

  test('each block of code has a button for the keyboard that copies it and says so', async () => {
    const { page, context, leave, complaints } = await visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${served.baseUrl}/docs/client`);
    const blocks = await page.locator('main pre').count();
    const buttons = page.locator('main').getByRole('button', { name: 'Copy' });
    expect([blocks > 5, await buttons.count()]).toEqual([true, blocks]);
    // From a block the next stop is its button.
    await page.locator('main pre').nth(1).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe((await page.locator('main pre').nth(1).textContent())?.trimEnd());
    expect(copied).toMatch(/^import \{ readFile \}/);

    // A page without TLS has no clipboard.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await buttons.first().click();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^npm pack/);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('GraphiQL sends nothing before it has a key, and runs with it', async () => {
    const { apiKey } = await served.partner();
    await graphiqlIsMade(served.gateway, '/graphql');
    const { page, leave, requests, complaints } = await visit();
    await page.goto(`${served.baseUrl}/graphql`);
    const field = page.getByLabel('Your API key');
    await field.waitFor();
    expect(requests.map((url) => url.replace(/-[\w-]{16}\./, '.'))).toEqual(
      ['', '/assets/graphiql-style.css', '/assets/graphiql-script.js', '/assets/graphiql-opening.js'].map(
        (path) => `${served.baseUrl}/graphql${path}`,
      ),
    );
    await field.fill('mistyped');
    await page.keyboard.press('Enter');
    await page.getByText('The API key is not valid.').waitFor();
    await field.fill(apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'createCustomer' }).click();
    await page.getByText('CreateCustomerInput').waitFor();
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('"createCustomer"') === true) sent.push(request.headers());
    });
    // For a moment GraphiQL still runs the operation of the tab before, by its name.
    const asks = async () => {
      await page.getByRole('button', { name: /^Execute query/ }).click();
      await page.getByLabel('Result Window').getByText('INCOMPLETE').waitFor({ timeout: ANSWERED_MS });
      return true;
    };
    await expect.poll(() => asks().catch(() => false)).toBe(true);
    expect(sent[0]).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': 'graphiql-1',
    });
    const elsewhere = requests.filter(
      (url) => !/^(?:data|blob):/.test(url) && !url.startsWith(served.baseUrl),
    );
    expect(elsewhere).toEqual([]);
    // The browser complains of the 401.
    expect(complaints).toHaveLength(1);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('idempotency-key');
    await leave();
  });
});
