import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';

/** Without a browser they are skipped: set CHROMIUM to the path of one. */
describe.skipIf(browserPath === null)('GraphiQL of the console', () => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await openConsole();
  }, 60_000);
  afterAll(() => closeConsole(fixture));

  test('runs as the person who is signed in, without a key', { timeout: 90_000 }, async () => {
    const { page, context, requests, complaints } = await signIn(fixture);
    await page.getByRole('link', { name: 'GraphiQL' }).click();
    await page.waitForURL(`${fixture.baseUrl}/console/graphiql`);
    const asked = await page.waitForRequest((request) => request.method() === 'POST');
    const { authorization, cookie, 'fundgate-console': own } = await asked.allHeaders();
    expect({ authorization, own, url: asked.url() }).toEqual({
      authorization: undefined,
      own: '1',
      url: `${fixture.baseUrl}/graphql`,
    });
    expect(cookie).toMatch(/^__Host-fundgate=/);
    await page.getByRole('tab', { name: 'partners' }).click();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.getByLabel('Result Window').getByText('totalCount').waitFor();
    // GraphiQL loses the first click on each tab but the first.
    await page.getByRole('tab', { name: 'events' }).click();
    await page.getByRole('tab', { name: 'events' }).click();
    const streams: unknown[] = [];
    page.on('response', (response) => {
      if (response.headers()['content-type']?.includes('text/event-stream') === true)
        streams.push([response.request().method(), response.status()]);
    });
    // For a moment GraphiQL still runs the operation of the tab before, by its name.
    const execute = page.getByRole('button', { name: /^Execute query/ });
    const subscribed = async () => {
      if (streams.length === 0 && (await execute.isVisible())) await execute.click();
      return streams;
    };
    await expect.poll(subscribed, { interval: 500 }).toEqual([['POST', 200]]);
    const elsewhere = requests.filter(
      (url) => !/^(?:data|blob):/.test(url) && !url.startsWith(fixture.baseUrl),
    );
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('sends nothing to GraphQL for a visitor who is not signed in', { timeout: 60_000 }, async () => {
    const { page, context, requests } = await visit();
    await page.goto(`${fixture.baseUrl}/console/graphiql`);
    await page.getByRole('link', { name: 'Sign in to the console' }).waitFor();
    expect(requests.filter((url) => url.endsWith('/graphql'))).toEqual([]);
    await context.close();
  });
});

test('its page may run only its own script, and browsers keep its files for a year', async () => {
  const { served } = await openConsole();
  const { status, headers, text } = await served.gateway.fetch('GET', '/console/graphiql');
  expect(status).toBe(200);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self'$/);
  expect(policy).toContain("default-src 'none'; connect-src 'self'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(text).not.toMatch(/<script>|https?:/);
  const paths = Array.from(
    text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g),
    ([, path = '']) => path,
  );
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    const file = await served.gateway.fetch('GET', path);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
  const posted = await served.gateway.fetch('POST', '/console/graphiql');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  await served.stop();
});
