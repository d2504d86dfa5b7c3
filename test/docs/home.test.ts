import { expect, test } from 'vitest';
import { openTestGateway } from '../support/gateway.ts';

const PUBLIC_URL = 'https://funding.example.com/gateway';
const IN_BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const linksOf = (html: string) => Array.from(html.matchAll(/<a href="([^"]+)"/g), ([, href]) => href);

test('a browser gets a page at / that leads to documentation, console and GraphiQL, each of which is there', async () => {
  const fixture = await openTestGateway({ PUBLIC_URL, NODE_ENV: 'development' });
  const { status, headers, text } = await fixture.fetch('GET', '/', { headers: IN_BROWSER });
  expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
    200,
    'text/html; charset=utf-8',
    expect.stringContaining('Accept'),
  ]);
  expect(linksOf(text)).toEqual([
    '/gateway/docs',
    '/gateway/console',
    '/gateway/graphql',
    '/gateway/v1/openapi.json',
  ]);
  for (const href of linksOf(text)) {
    const path = href?.replace('/gateway', '') ?? '';
    expect((await fixture.fetch('GET', path, { headers: IN_BROWSER })).status).toBe(200);
  }
  await fixture.close();
});

test('a program gets the same addresses as JSON, and only those that the gateway has', async () => {
  const fixture = await openTestGateway({ PUBLIC_URL, CONSOLE: 'off' });
  const { status, json } = await fixture.fetch('GET', '/');
  expect(status).toBe(200);
  expect(json).toEqual({
    docs: `${PUBLIC_URL}/docs`,
    graphql: `${PUBLIC_URL}/graphql`,
    openapi: `${PUBLIC_URL}/v1/openapi.json`,
  });
  expect((await fixture.fetch('POST', '/')).status).toBe(405);
  await fixture.close();
});
