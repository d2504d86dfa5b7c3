import type { GraphiQLOptions } from 'graphql-yoga';
import { type Asset, assetOf, JAVASCRIPT, nameOf } from '../../pipeline/rest-kit/asset.ts';
import { madeGraphiql } from './files.ts';
import type { Role, TabGuide } from './made-file.ts';

/**
 * The content security policy of the page, which handles an API key or a session: it runs only the gateway's own files and
 * calls only the gateway. The editor needs inline styles and data URLs.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "font-src 'self' data:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Settings of both pages. A typed header may be a key, so the browser does not keep headers. */
const OPTIONS: GraphiQLOptions = {
  title: 'Fundgate GraphiQL',
  defaultEditorToolsVisibility: 'variables',
  shouldPersistHeaders: false,
};

export interface GraphiqlPage {
  readonly html: string;
  readonly policy: string;
  find(name: string): Asset | undefined;
}

interface PageSource {
  readonly options: GraphiQLOptions;
  /** The guide whose examples are the tabs. */
  readonly tabs: TabGuide;
  /** What stands in the page before GraphiQL is rendered. */
  readonly body: string;
  /** Script that ends with a call of `render`, which takes options besides those above. */
  readonly opening: string;
  /** Path of the folder of the files, with a slash at the end. */
  readonly folder: string;
  /** The path of PUBLIC_URL, without a slash at the end. */
  readonly base: string;
}

/** A page of GraphiQL and its files, all from the gateway itself, so it works without internet access. */
export async function graphiqlPage(source: PageSource): Promise<GraphiqlPage> {
  const { files: made, tabs } = await madeGraphiql();
  const options = { ...OPTIONS, ...source.options, defaultTabs: [...tabs[source.tabs]] };
  const pathOf = (name: string) => source.folder + name;
  const paths = Object.fromEntries(made.map(({ role, name }) => [role, pathOf(name)]));
  const opening = Buffer.from(openingScript(options, paths, source));
  const openingName = nameOf('graphiql-opening', 'js', opening);
  const assets = new Map(made.map(({ name, asset }) => [name, asset]));
  assets.set(openingName, await assetOf(JAVASCRIPT, opening));
  return {
    html: documentOf(paths, pathOf(openingName), source.body),
    policy: POLICY,
    find: (name) => assets.get(name),
  };
}

/** Otherwise the animation moves a tab away under the pressed pointer, and the first click is lost. */
const STILL_TABS = '.graphiql-tab { transform: none !important; }';

/** Over the editor, which takes the whole window. Clicks go through it. */
const BAND =
  '.sandbox { position: fixed; z-index: 1; right: 0; bottom: 0; margin: 0; padding: 0.2rem 1rem; background: #fdf1dd; color: #8a5300; pointer-events: none; }';

type Paths = Readonly<Partial<Record<Role, string>>>;

const documentOf = ({ style, script }: Paths, opening: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fundgate GraphiQL</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<style>${STILL_TABS} ${BAND}</style>
<script src="${script}" defer></script>
<script src="${opening}" defer></script>
</head>
<body>${body}<div id="root"></div><noscript>GraphiQL needs JavaScript.</noscript></body>
</html>
`;

const openingScript = (
  options: GraphiQLOptions,
  workers: Paths,
  { opening, base }: PageSource,
): string => `'use strict';
const base = ${JSON.stringify(base)};
const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };
const options = ${JSON.stringify(options)};
const render = (own) =>
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), { ...options, endpoint: base + '/graphql', ...own });
${opening}`;
