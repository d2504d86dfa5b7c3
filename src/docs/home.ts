import { replyJson } from '../rest-kit/reply.ts';
import { replyPage } from '../rest-kit/asset.ts';
import type { Route } from '../rest-kit/route.ts';
import { escapeHtml } from './markdown.ts';
import { PAGE_HEADERS } from './page-headers.ts';

interface Parts {
  readonly hasConsole: boolean;
  readonly hasGraphiql: boolean;
}

/** What a gateway has, with the path of each part and for whom it is. */
const entriesOf = ({ hasConsole, hasGraphiql }: Parts) => [
  { name: 'docs', path: '/docs', title: 'Documentation', about: 'Guides, and the reference of both APIs.' },
  ...(hasConsole
    ? [{ name: 'console', path: '/console', title: 'Console', about: 'For the operators of the provider.' }]
    : []),
  ...(hasGraphiql
    ? [{ name: 'graphql', path: '/graphql', title: 'GraphiQL', about: 'Try the GraphQL API in the browser.' }]
    : [{ name: 'graphql', path: '/graphql', title: 'GraphQL', about: 'The GraphQL API, for programs.' }]),
  {
    name: 'openapi',
    path: '/v1/openapi.json',
    title: 'OpenAPI',
    about: 'The description of the REST API, for programs.',
  },
];

/** `GET /`: a page that leads a person to the parts of the gateway, and the same as JSON for programs. */
export function homeRoute(publicUrl: string, parts: Parts): Route {
  const entries = entriesOf(parts);
  const html = pageOf(new URL(publicUrl).pathname.replace(/\/$/, ''), entries);
  const urls = Object.fromEntries(entries.map(({ name, path }) => [name, publicUrl + path]));
  return {
    method: 'GET',
    path: '/',
    summary: 'What the gateway has',
    tag: 'Meta',
    access: 'anyone',
    describe: { operationId: 'getHome', answer: 'bytes', errors: [] },
    answer: async ({ request }) =>
      request.headers.get('accept')?.includes('text/html') === true
        ? replyPage(html, { ...PAGE_HEADERS, Vary: 'Accept' })
        : replyJson(urls, { Vary: 'Accept' }),
  };
}

const pageOf = (base: string, entries: ReturnType<typeof entriesOf>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Fundgate</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(base)}/docs/style.css">
</head>
<body>
<main class="columns">
<h1>Fundgate</h1>
<p>The gateway through which a funding provider serves its partners.</p>
<dl>
${entries
  .map(
    ({ path, title, about }) => `<dt><a href="${escapeHtml(base + path)}">${title}</a></dt><dd>${about}</dd>`,
  )
  .join('\n')}
</dl>
</main>
</body>
</html>
`;
