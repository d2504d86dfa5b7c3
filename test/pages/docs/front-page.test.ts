import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ NODE_ENV: 'development' });
});
afterAll(() => gateway.close());

const linksOf = (html: string) => Array.from(html.matchAll(/<a href="([^"]+)"/g), ([, href = '']) => href);

test('the address of the gateway in a browser leads to documentation, console and GraphiQL', async () => {
  const { status, headers, text } = await gateway.fetch('GET', '/', { headers: BROWSER });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept', 'no-store']);
  expect(linksOf(text)).toEqual(['/docs', '/console', '/graphql', '/v1/openapi.json']);
  for (const path of linksOf(text))
    expect([path, (await gateway.fetch('GET', path, { headers: BROWSER })).status]).toEqual([path, 200]);
  expect((await gateway.fetch('GET', '/docs/style.css')).status).toBe(200);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; /);
});

test('HEAD gets its headers alone', async () => {
  const { status, text } = await gateway.fetch('HEAD', '/', { headers: BROWSER });
  expect([status, text]).toEqual([200, '']);
});

test.each([
  ['GET', 'application/json'],
  ['GET', '*/*'],
  ['POST', 'text/html'],
])('a program at the same address gets JSON: %s with Accept: %s', async (method, accept) => {
  const { status, json } = await gateway.fetch(method, '/', { headers: { accept } });
  expect([status, json.error.code]).toEqual([404, 'route_unknown']);
});

test('the page leads only to what this gateway serves, below the path of PUBLIC_URL', async () => {
  const other = await openTestGateway({ PUBLIC_URL: 'https://funding.example.com/gateway', CONSOLE: 'off' });
  const { text } = await other.fetch('GET', '/', { headers: BROWSER });
  expect(linksOf(text)).toEqual(['/gateway/docs', '/gateway/v1/openapi.json']);
  expect(text).toContain('href="/gateway/docs/style.css"');
  await other.close();
});
