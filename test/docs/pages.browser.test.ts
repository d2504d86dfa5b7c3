import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, closeVisits, visit } from '../console/browser.ts';
import { type Served, serveTestGateway } from '../support/served.ts';

/** Without a browser they are skipped: set CHROMIUM to the path of one. */
describe.skipIf(browserPath === null)('in a browser', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveTestGateway({ NODE_ENV: 'development' });
  }, 60_000);
  afterAll(async () => {
    await closeVisits();
    await served.stop();
  });

  test('no page loads anything from another origin or logs an error, and each fits a phone and paper', async () => {
    const phone = { width: 360, height: 700 };
    const { page, context, requests, complaints } = await visit(phone, true);
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
    await context.close();
  });

  test('GraphiQL sends nothing before it has a key, and runs with it', { timeout: 60_000 }, async () => {
    const { apiKey } = await served.partner();
    const { page, context, requests, complaints } = await visit();
    await page.goto(`${served.baseUrl}/graphql`);
    const field = page.getByLabel('Your API key');
    await field.waitFor();
    expect(requests).toEqual([`${served.baseUrl}/graphql`]);
    await field.fill(apiKey);
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    expect((await asked).headers()['authorization']).toBe(`Bearer ${apiKey}`);
    await page.getByRole('tab', { name: 'events' }).waitFor();
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('"createCustomer"') === true) sent.push(request.headers());
    });
    // GraphiQL loses the first click on a tab, and one on the button while it still opens the tab.
    const asks = async () => {
      await page.getByRole('tab', { name: 'createCustomer' }).click();
      await page.getByText('CreateCustomerInput').waitFor({ timeout: 1_000 });
      await page.getByRole('button', { name: /^Execute query/ }).click();
      await page.getByLabel('Result Window').getByText('INCOMPLETE').waitFor({ timeout: 2_000 });
      return true;
    };
    await expect.poll(() => asks().catch(() => false), { timeout: 30_000 }).toBe(true);
    expect(sent[0]).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': 'graphiql-1',
    });
    const elsewhere = requests.filter(
      (url) => !/^(?:data|blob):/.test(url) && !url.startsWith(served.baseUrl),
    );
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
