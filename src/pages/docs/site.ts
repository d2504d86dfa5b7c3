import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { once } from '../../engine/async/once.ts';
import { type Asset, assetOf, JAVASCRIPT, STYLE_SHEET } from '../../pipeline/rest-kit/asset.ts';
import { pageOf } from './layout.ts';
import { indexText, type Listed, llmsText } from './listing.ts';
import { renderMarkdown, type Rendered, withLinks } from './markdown.ts';
import { SCRIPTS } from './scripts.ts';
import { sectionsOf } from './search-index.ts';
import {
  ATTACHMENTS,
  guideSource,
  guideSources,
  README,
  readSource,
  type Resolve,
  resolver,
  type Source,
} from './sources.ts';
import { world } from '../../kernel/world.ts';

/** The content of one address. */
export interface Served extends Asset {
  readonly etag: string;
}

/** A page without a file: it is made from the tables of the gateway. */
export interface MadePage {
  readonly name: string;
  readonly title: string;
  /** Who should read the page, and what it explains. */
  readonly lead: string;
  /** The parts of its Markdown, with an empty line between them; each begins and ends with whole blocks. */
  readonly parts: () => Iterable<string>;
}

/** Finds what an address under `/docs` shows; null if there is nothing. */
type Site = (path: string) => Promise<Served | null>;

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The base URL in the examples of the guides, as a setting and in answers. A running gateway shows its own instead.
 */
const BASE_URLS_OF_GUIDES = ['${BASE_URL:-*}', "process.env['BASE_URL'] ?? '*'", '"doc_url": "*/'];
const BASE_URL_OF_GUIDES = 'http://127.0.0.1:4000';
const withBaseUrl = (text: string, url: string): string =>
  BASE_URLS_OF_GUIDES.reduce(
    (changed, form) => changed.replaceAll(form.replace('*', BASE_URL_OF_GUIDES), form.replace('*', url)),
    text,
  );
const README_TITLE = 'Install and configure';

/** What the pages show besides their texts. */
export interface SiteKind {
  readonly publicUrl: string;
  readonly sandbox: boolean;
}

/**
 * Everything under `/docs`. Each page is made at the first request for it and kept. After a failure the next request
 * tries again.
 */
export function createSite(kind: SiteKind, made: readonly MadePage[]): Site {
  const builders = once(() => buildersOf(kind, made));
  const kept = new Map<string, () => Promise<Served>>();
  return async (path) => {
    const found = kept.get(path);
    if (found !== undefined) return found();
    const build = (await builders()).get(path);
    if (build === undefined) return null;
    const served = once(build);
    kept.set(path, served);
    return served();
  };
}

type Build = () => Promise<Served>;
type Builds = ReadonlyMap<string, Build>;
type Text = (suffix: '' | '.md') => Promise<Iterable<string>>;

/** Keeps links unchanged, for pages with complete URLs. */
const asWritten = () => (href: string) => href;

async function buildersOf({ publicUrl, sandbox }: SiteKind, made: readonly MadePage[]): Promise<Builds> {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const guides = await guideSources();
  const sources = [...guides, README];
  const textOf = async ({ path }: Source) => withBaseUrl(await readSource(path), publicUrl);
  const listed = await listOf(guides, made, textOf);
  const titles = new Map(listed.map(({ path, title }) => [path, title]));
  const layout = { base, sandbox, entries: [{ path: '', title: 'Overview' }, ...listed] };
  const page = (name: string, { title, html }: Pick<Rendered, 'title' | 'html'>) => {
    const current = name === 'index' ? '' : `/${name}`;
    return served(HTML, pageOf({ ...layout, title, html, current, markdown: `/docs/${name}.md` }));
  };

  const builds = new Map<string, Build>();
  const addPage = (name: string, text: Text, resolverOf: (suffix: '' | '.md') => Resolve) => {
    builds.set(name === 'index' ? '' : `/${name}`, async () => {
      const rendered = await inTurns(await text(''), (part) => renderMarkdown(part, resolverOf('')));
      return page(name, { title: rendered[0]?.title ?? '', html: rendered.map(({ html }) => html).join('') });
    });
    builds.set(`/${name}.md`, async () => {
      const texts = await inTurns(await text('.md'), (part) => withLinks(part, resolverOf('.md')));
      return served(MARKDOWN, texts.join('\n\n'));
    });
  };
  for (const source of sources)
    addPage(
      source.name,
      async () => [await textOf(source)],
      (suffix) => resolver(source, sources, base, suffix),
    );
  // Made pages link to guides and to each other, in the form that guides use.
  const pages = [...sources, ...made.map(({ name }) => guideSource(name))];
  for (const { name, parts } of made) {
    const source = guideSource(name);
    addPage(
      name,
      async () => parts(),
      (suffix) => resolver(source, pages, base, suffix),
    );
  }
  addPage('index', async (suffix) => [indexText(listed, { base, suffix })], asWritten);
  for (const path of ATTACHMENTS)
    builds.set(`/${posix.basename(path)}`, async () => served(TEXT, await readSource(path)));
  builds.set('/style.css', async () => served(STYLE_SHEET, await readSource('src/pages/docs/style.css')));
  for (const [path, script] of SCRIPTS) builds.set(path, async () => served(JAVASCRIPT, await script()));
  builds.set('/search.json', async () => {
    const texts = [
      ...sources.map((source) => ({ name: source.name, parts: async () => [await textOf(source)] })),
      ...made,
    ];
    const found = [];
    for (const { name, parts } of texts) {
      const about = { path: `/${name}`, page: titles.get(`/${name}`) ?? '' };
      found.push(...(await inTurns(await parts(), (part) => sectionsOf(part, about))).flat());
    }
    return served(JSON_TYPE, JSON.stringify(found));
  });
  builds.set('/llms.txt', async () => served(TEXT, llmsText(listed, publicUrl)));
  return builds;
}

/** Each part in its own turn of the event loop, because a whole page takes as long as a thousand requests. */
async function inTurns<Result>(
  parts: Iterable<string>,
  use: (part: string) => Result,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const part of parts) {
    results.push(use(part));
    await world.turn();
  }
  return results;
}

/** The pages in the order in which they are listed: what partners read, then what the provider reads. */
async function listOf(
  guides: readonly Source[],
  made: readonly MadePage[],
  textOf: (source: Source) => Promise<string>,
): Promise<readonly Listed[]> {
  const read: Listed[] = [];
  for (const source of guides) {
    const { title, lead } = renderMarkdown(await textOf(source), (href) => href);
    read.push({ path: `/${source.name}`, title, lead });
    await world.turn();
  }
  const ofTables = made.map(({ name, title, lead }) => ({ path: `/${name}`, title, lead }));
  const errors = read.findIndex(({ path }) => path === '/errors');
  return [
    ...read.slice(0, errors),
    ...ofTables,
    ...read.slice(errors),
    {
      path: `/${README.name}`,
      title: README_TITLE,
      lead: 'For the person who runs it: how to start it, and every variable.',
    },
  ];
}

const served = async (type: string, text: string): Promise<Served> => ({
  ...(await assetOf(type, new TextEncoder().encode(text))),
  etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
});
