import { replyPage } from '../../pipeline/rest-kit/asset.ts';
import { sandboxBand } from '../../pipeline/rest-kit/sandbox-band.ts';
import type { Reply } from '../../pipeline/rest-kit/reply.ts';
import { escapeHtml } from './markdown.ts';
import { PAGE_HEADERS } from './page-headers.ts';

interface Served {
  readonly publicUrl: string;
  readonly sandbox: boolean;
  /** Whether the console is served. */
  readonly console: boolean;
  /** Whether browsers get GraphiQL at `/graphql`. */
  readonly graphiql: boolean;
}

/** The response to a browser at `/`; null for every other request. */
export type FrontPage = (request: Request, pathname: string) => Reply | null;

/** A program that asks for something else gets another response at the same address. */
const HEADERS = { ...PAGE_HEADERS, Vary: 'Accept' };

/** The page at the address of the gateway: links to everything else. */
export function createFrontPage({ publicUrl, ...served }: Served): FrontPage {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const html = frontPageOf(base, served);
  return (request, pathname) => (pathname === '/' && isOfBrowser(request) ? replyPage(html, HEADERS) : null);
}

const isOfBrowser = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.get('accept')?.includes('text/html') === true;

function frontPageOf(base: string, { console, graphiql, sandbox }: Omit<Served, 'publicUrl'>): string {
  const root = escapeHtml(base);
  const places = [
    ['/docs', 'Documentation', 'guides for partners, for operators and for those who run the gateway'],
    ...(console ? [['/console', 'Console', 'the page on which operators of the provider work']] : []),
    ...(graphiql ? [['/graphql', 'GraphiQL', 'tries GraphQL with an API key of a partner']] : []),
    ['/v1/openapi.json', 'OpenAPI', 'describes the REST API for programs'],
  ];
  const items = places.map(([path, name, what]) => `<li><a href="${root}${path}">${name}</a> – ${what}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Fundgate</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/docs/style.css">
</head>
<body>
${sandboxBand({ sandbox })}<div class="columns">
<main>
<h1>Fundgate</h1>
<p>A gateway through which a funding provider serves its partners, by REST and by GraphQL.</p>
<ul>
${items.join('\n')}
</ul>
</main>
</div>
</body>
</html>
`;
}
