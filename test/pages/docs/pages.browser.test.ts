import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, closeVisits, visit } from '../console/browser.ts';
import { type Served, serveTestGateway } from '../../support/served.ts';

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

  test('GraphiQL sends nothing before it has a key, and runs with it', async () => {
    const { apiKey } = await served.partner();
    const { page, context, requests, complaints } = await visit();
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
      await page.getByLabel('Result Window').getByText('INCOMPLETE').waitFor({ timeout: 2_000 });
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
    await context.close();
  });
});
