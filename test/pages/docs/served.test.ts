import { gunzipSync, gzipSync } from 'node:zlib';
import { assertInterfaceType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/kernel/error-catalogue.ts';
import { gatewaySchema, routes } from '../../../src/features.ts';
import { eventTypes, kindOf } from '../../../src/trail/record/event-types.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { PAGES } from './pages.ts';

const PUBLIC_URL = 'https://funding.example.com/gateway';
const GUIDES = PAGES.filter((path) => path.startsWith('src/pages/docs/guides/')).map(
  (path) => `/docs/${path.slice('src/pages/docs/guides/'.length, -'.md'.length)}`,
);
/** A page for each noun. */
const NOUN_PAGES = [
  '/docs/customers',
  '/docs/kyc',
  '/docs/documents',
  '/docs/instant-settlements',
  '/docs/repayments',
  '/docs/events',
  '/docs/policies',
  '/docs/decisions',
  '/docs/holds',
  '/docs/approvals',
  '/docs/webhook-endpoints',
  '/docs/partners',
  '/docs/api-keys',
  '/docs/operators-of-the-provider',
];
const READ = ['/docs', '/docs/reference', '/docs/readme', ...NOUN_PAGES, ...GUIDES];

let fixture: TestGateway;
const found = new Map<string, { status: number; text: string }>();
/** What an address answers; each is asked once. */
async function get(path: string) {
  const answer = found.get(path) ?? (await fixture.fetch('GET', path));
  found.set(path, answer);
  return answer;
}
beforeAll(async () => {
  fixture = await openTestGateway({ PUBLIC_URL });
});
afterAll(() => fixture.close());

const idsOf = (html: string) => Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
const linksOf = (html: string) => Array.from(html.matchAll(/ href="([^"]+)"/g), ([, href = '']) => href);

describe.each(READ)('%s', (path) => {
  test('is a page whose links all lead somewhere', async () => {
    const { status, text } = await get(path);
    expect(status).toBe(200);
    const lost = [];
    for (const href of linksOf(text).filter((each) => !/^(?:https?|data):/.test(each))) {
      const [address = '', anchor] = href.split('#', 2);
      // The path of PUBLIC_URL is taken off by the proxy.
      const target = address === '' ? path : address.replace('/gateway', '');
      if (address !== '' && !address.startsWith('/gateway/')) lost.push(href);
      const there = await get(target);
      if (there.status !== 200 || (anchor !== undefined && !idsOf(there.text).includes(anchor)))
        lost.push(href);
    }
    expect(lost).toEqual([]);
  });

  test('has its own script alone, loads nothing from elsewhere, and has each anchor once', async () => {
    const { text } = await get(path);
    expect(text.match(/<script.*?<\/script>/gis)).toEqual([
      '<script type="module" src="/gateway/docs/script.js"></script>',
    ]);
    expect(text).not.toMatch(/javascript:|<img|<iframe|<form| style=| on\w+="/i);
    expect(Array.from(text.matchAll(/<link[^>]+href="([^"]+)"/g), ([, href]) => href)).toEqual([
      'data:,',
      '/gateway/docs/style.css',
      `/gateway/docs/${path === '/docs' ? 'index' : path.slice('/docs/'.length)}.md`,
    ]);
    expect(idsOf(text)).toEqual([...new Set(idsOf(text))]);
  });

  test('is there as Markdown, whose links lead to Markdown', async () => {
    const { status, text } = await get(`${path}.md`);
    expect(status).toBe(200);
    const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, href = '']) => href);
    for (const href of links) {
      expect(href).toMatch(
        /^\/gateway\/(?:docs\/.+\.(?:md|json|yml|yaml|conf|service|sql|graphql)|llms\.txt|v1\/openapi\.json)$/,
      );
      expect((await get(href.replace('/gateway', ''))).status).toBe(200);
    }
  });
});

test('the index as Markdown is also if its page says', async () => {
  expect(await get('/docs/index.md')).toMatchObject({ status: 200, text: (await get('/docs.md')).text });
});

test('the doc_url of every error leads to the section of its code', async () => {
  const { json } = await fixture.fetch('GET', '/v1/nowhere');
  expect(json.error.doc_url).toBe(`${PUBLIC_URL}/docs/errors#route_unknown`);
  const { text } = await get('/docs/errors');
  const sections = text.split(/(?=<h[23])/);
  for (const code of Object.keys(catalogue)) {
    const section = sections.find((each) => each.startsWith(`<h3 id="${code}">`));
    expect(section).toMatch(/<strong>Cause\.<\/strong>.+<strong>Remedy\.<\/strong>/s);
  }
});

test('pages may run only their own script, are kept for a while, and are sent again only when they changed', async () => {
  const { headers } = await fixture.fetch('GET', '/docs/errors');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  const etag = headers.get('etag') ?? '';
  const again = (value: string) =>
    fixture.fetch('GET', '/docs/errors', { headers: { 'if-none-match': value } });
  expect(await again(`"other", W/${etag}`)).toMatchObject({ status: 304, text: '' });
  expect((await again('"other"')).status).toBe(200);
});

test('HEAD has the headers of GET and no body; other methods and unknown pages are refused as everywhere', async () => {
  const head = await fixture.fetch('HEAD', '/docs/errors');
  expect(head).toMatchObject({ status: 200, text: '' });
  const { text } = await get('/docs/errors');
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  const posted = await fixture.fetch('POST', '/docs/errors');
  expect(posted).toMatchObject({ status: 405, json: { error: { code: 'method_not_allowed' } } });
  for (const path of ['/docs/none', '/docs/..%2fREADME', '/docs/errors.md.md', '/docs/a/b']) {
    const { status, json } = await fixture.fetch('GET', path);
    expect({ path, status, code: json.error.code }).toEqual({ path, status: 404, code: 'route_unknown' });
  }
});

test('lines for bash have the address of this gateway', async () => {
  expect((await get('/docs/partner-rest.md')).text).toContain(`BASE_URL=\${BASE_URL:-${PUBLIC_URL}}`);
});

test('scripts load nothing from other hosts, and nothing that is missing', async () => {
  const asked = ['/docs/script.js'];
  for (const path of asked) {
    const { status, headers, text } = await fixture.fetch('GET', path);
    expect([path, status, headers.get('content-type')]).toEqual([
      path,
      200,
      'text/javascript; charset=utf-8',
    ]);
    const imported = text.matchAll(/^import .* from '(.+)';$|\bimport\('(.+)'\)/gm);
    for (const [, one, other = one] of imported) asked.push(new URL(other ?? '', `http://x${path}`).pathname);
  }
  expect(asked).toEqual(['/docs/script.js', '/docs/copy.js', '/docs/search.js', '/docs/minisearch.js']);
});

test('a client that takes gzip gets a page compressed, and its tag as a weak one', async () => {
  const plain = await fixture.fetch('GET', '/docs/errors');
  const accepts = { 'accept-encoding': 'br, gzip' };
  const zipped = await fixture.app.fetch(
    new Request('http://gateway.test/docs/errors', { headers: accepts }),
  );
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
  const etag = plain.headers.get('etag') ?? '';
  expect(zipped.headers.get('etag')).toBe(`W/${etag}`);
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(plain.text);
  const again = { ...accepts, 'if-none-match': `W/${etag}` };
  expect((await fixture.fetch('GET', '/docs/errors', { headers: again })).status).toBe(304);
});

describe('the index of the search', () => {
  const sections = async (): Promise<
    { path: string; anchor: string; page: string; heading: string; text: string }[]
  > => JSON.parse((await get('/docs/search.json')).text);

  test('leads to sections that are there, on every page but the overview', async () => {
    const indexed = await sections();
    for (const { path, anchor } of indexed) expect(idsOf((await get(`/docs${path}`)).text)).toContain(anchor);
    const pages = new Set(indexed.map(({ path }) => `/docs${path}`));
    expect([...pages].toSorted()).toEqual(READ.filter((path) => path !== '/docs').toSorted());
  });

  test('has the words of prose and tables, and no code', async () => {
    const indexed = await sections();
    const incomplete = indexed.find(({ path, anchor }) => path === '/errors' && anchor === 'kyc_incomplete');
    expect(incomplete).toMatchObject({ page: 'Errors', heading: 'kyc_incomplete' });
    expect(incomplete?.text).toMatch(/^Cause\. .*Remedy\. /s);
    const variables = indexed.filter(({ text }) => text.includes('OIDC_OPERATORS'));
    expect(variables.map(({ path }) => path)).toContain('/readme');
    expect(indexed.filter(({ text }) => text.includes('await fundgate'))).toEqual([]);
  });

  test('is small', async () => {
    const zipped = gzipSync((await get('/docs/search.json')).text).byteLength;
    expect(zipped).toBeLessThan(150_000);
    const lengths = (await sections()).map(({ text }) => text.length);
    expect(Math.max(...lengths)).toBeLessThan(20_000);
  });
});

describe('the page of a noun', () => {
  test('has its operations, fields, states, moves, events and errors', async () => {
    const { text } = await get('/docs/instant-settlements.md');
    const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, name]) => name);
    expect(sections).toEqual([
      'Operations',
      'Fields in REST',
      'Fields in GraphQL',
      'States and other values',
      'Moves between states',
      'Events about it',
      'Errors',
      'Read on',
    ]);
    expect(text).toContain(
      '| [Accept or reject an offer](/gateway/docs/reference.md#accept-or-reject-an-offer) | `PUT /v1/instant-settlements/{funding_id}/decision` | `Mutation.acceptInstantSettlement`, `Mutation.rejectInstantSettlement` |',
    );
    expect(text).toContain('| `Mutation.denyInstantSettlement` | operators |');
    expect(text).toContain('| `offer_expires_at` | date-time or null | yes |');
    expect(text).toContain('| `offerExpiresAt` |  | `DateTime` | all |');
    expect(text).toContain('| `FUNDED` | The money was sent. |');
    expect(text).toContain('| `approved` | `accept` | partner | `accepted` |');
    expect(text).toContain('| `funding.disbursed` | The money was sent |  |');
    expect(text).toContain('| [`kyc_incomplete`](/gateway/docs/errors.md#kyc_incomplete) | 412 |');
  });

  test('is there for every type that a node is, and names its fields', async () => {
    const nodes = gatewaySchema().getPossibleTypes(assertInterfaceType(gatewaySchema().getType('Node')));
    const pages = (await Promise.all(NOUN_PAGES.map((path) => get(`${path}.md`)))).map(({ text }) => text);
    for (const type of nodes) {
      const sections = pages.flatMap((text) => text.split(/^### /m));
      const [section = '', ...others] = sections.filter((each) =>
        each.startsWith(`${type.name} in GraphQL\n`),
      );
      expect([type.name, others]).toEqual([type.name, []]);
      for (const field of Object.keys(type.getFields())) expect(section).toContain(`| \`${field}\` |`);
    }
  });
});

test('llms.txt lists every page as Markdown, and all of them are there', async () => {
  const { status, text } = await get('/llms.txt');
  expect(status).toBe(200);
  expect(text).toMatch(/^# Fundgate\n\n> /);
  const listed = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, href = '']) => href);
  expect(listed).toEqual(expect.arrayContaining(GUIDES.map((path) => `${PUBLIC_URL}${path}.md`)));
  for (const href of listed) expect((await get(href.replace(PUBLIC_URL, ''))).status).toBe(200);
});

describe('the reference', () => {
  test('has every row of REST, and a real response of each row that responds with JSON', async () => {
    const { text } = await get('/docs/reference.md');
    for (const { method, path, successor, summary, describe: described } of routes) {
      expect(text).toContain(`\`${method} ${path}\``);
      if (successor !== undefined) continue;
      const [, section = ''] = text.split(`### ${summary}\n`);
      const [own = ''] = section.split(/^##/m);
      if (described.response !== 'bytes') expect(own).toMatch(/^```http\n.+^```json\n/ms);
    }
  });

  test('has every field of GraphQL that is a root', async () => {
    const { text } = await get('/docs/reference.md');
    const schema = gatewaySchema();
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
      for (const name of Object.keys(root?.getFields() ?? {}))
        // A live gateway refuses the fields of a sandbox, and does not describe them.
        expect({ name, isThere: text.includes(`\`${root?.name}.${name}\``) }).toEqual({
          name,
          isThere: !name.startsWith('sandbox'),
        });
  });

  test('has every code, and every type of event that partners see', async () => {
    const { text } = await get('/docs/reference');
    for (const code of Object.keys(catalogue)) expect(text).toContain(`href="/gateway/docs/errors#${code}"`);
    const [, types = ''] = text.split('id="types-of-events"');
    for (const type of eventTypes)
      expect({ type, isThere: types.includes(`<code>${type}</code>`) }).toEqual({
        type,
        isThere: kindOf(type).shows !== null,
      });
  });
});
