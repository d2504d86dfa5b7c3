import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestGateway } from '../../support/gateway.ts';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const FILE = { headers: { 'Accept-Encoding': 'gzip, br' } };

let gateway: Awaited<ReturnType<typeof openTestGateway>>;
beforeAll(async () => {
  gateway = await openTestGateway({ NODE_ENV: 'development' });
});
afterAll(() => gateway.close());

const get = (path: string, init: RequestInit = {}) =>
  gateway.app.fetch(new Request(`http://gateway.test${path}`, init));

describe.each([
  { path: '/graphql', folder: '/graphql/assets/' },
  { path: '/console/graphiql', folder: '/console/assets/' },
])('the page of GraphiQL at $path', ({ path, folder }) => {
  test('is a small document that loads three files of the gateway and nothing else', async () => {
    const response = await get(path, { headers: BROWSER });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html.length).toBeLessThan(4_000);
    expect(html).not.toMatch(/<script>|https?:/);
    const loaded = Array.from(html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g), ([, at = '']) => at);
    expect(loaded.map((at) => at.replace(/-[\w-]{16}\./, '.')).filter((at) => at !== '/console')).toEqual([
      `${folder}graphiql-style.css`,
      `${folder}graphiql-script.js`,
      `${folder}graphiql-opening.js`,
    ]);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "connect-src 'self'",
        "script-src 'self'",
        "worker-src 'self'",
      ]),
    );
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  test('has files that are compressed, and that browsers keep for a year', async () => {
    const html = await (await get(path, { headers: BROWSER })).text();
    for (const [, at = ''] of html.matchAll(/(?:src|href)="([^"]+assets[^"]+)"/g)) {
      const packed = await get(at, FILE);
      expect([at, packed.status, packed.headers.get('content-encoding')]).toEqual([at, 200, 'gzip']);
      expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const plain = await get(at);
      expect(plain.headers.get('content-encoding')).toBeNull();
      const unpacked = gunzipSync(Buffer.from(await packed.arrayBuffer()));
      // Not toEqual, which would print megabytes if it fails.
      expect(unpacked.equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
    }
  });

  test('names each worker of its editor, and keeps nothing that is typed as a header', async () => {
    const html = await (await get(path, { headers: BROWSER })).text();
    const [at = ''] = /[^"]+graphiql-opening[^"]+/.exec(html) ?? [];
    const opening = await (await get(at)).text();
    const workers = Array.from(
      opening.matchAll(/"([^"]+graphiql-(?:editorWorkerService|json|graphql)-[^"]+)"/g),
    );
    expect(workers).toHaveLength(3);
    for (const [, worker = ''] of workers) expect((await get(worker)).status).toBe(200);
    expect(opening).toContain('"shouldPersistHeaders":false');
  });

  test('has no other files', async () => {
    const response = await get(`${folder}graphiql-script-0.js`);
    expect([response.status, (await response.json()).error.code]).toEqual([404, 'route_unknown']);
  });
});

test('the page of the console takes no other method, and no other site may frame it', async () => {
  const posted = await get('/console/graphiql', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const shown = await get('/console/graphiql', { headers: BROWSER });
  expect(shown.headers.get('x-frame-options')).toBe('DENY');
});

test('a program that asks for JSON at /graphql gets no page', async () => {
  const response = await get('/graphql?query={__typename}', { headers: { Accept: 'application/json' } });
  expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([
    401,
    'api_key_missing',
  ]);
});

test('only in development do partners get GraphiQL', async () => {
  const production = await openTestGateway();
  const page = await production.app.fetch(new Request('http://gateway.test/graphql', { headers: BROWSER }));
  expect(page.status).toBe(401);
  await production.close();
});
