import { refusal } from '../../kernel/errors.ts';
import type { Reply } from '../../pipeline/rest-kit/reply.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import { replyAsset, takesGzip } from '../../pipeline/rest-kit/asset.ts';
import { DOCS_HEADERS } from './page-headers.ts';
import { createSite, type MadePage, type Served, type SiteKind } from './site.ts';

/**
 * Short, because a new version of the gateway has other pages. After this time a browser asks whether its copy is
 * current.
 */
const CACHED_SECONDS = 300;

const HEADERS = {
  ...DOCS_HEADERS,
  'Cache-Control': `public, max-age=${CACHED_SECONDS}`,
  Vary: 'Accept-Encoding',
} as const;

/** `/docs`, every page below it, each also as Markdown, and `/llms.txt`. They need no key and read no record. */
export function docsRoutes(kind: SiteKind, made: readonly MadePage[]): readonly Route[] {
  const site = createSite(kind, made);
  const row = (path: string, pathOf: (page: string) => string): Route => ({
    method: 'GET',
    path,
    summary: 'The documentation of the gateway',
    tag: 'Meta',
    access: 'anyone',
    describe: { operationId: 'getDocs', response: 'bytes', errors: [] },
    async handle({ request, params }) {
      const found = await site(pathOf(params['page'] ?? ''));
      if (found === null) throw refusal('route_unknown', 'There is no such path.');
      return replyTo(request, found);
    },
  });
  return [
    row('/docs', () => ''),
    row('/docs.md', () => '/index.md'),
    row('/docs/{page}', (page) => `/${page}`),
    row('/llms.txt', () => '/llms.txt'),
  ];
}

function replyTo(request: Request, { etag, ...asset }: Served): Reply {
  // Both forms mean the same, and are not the same bytes.
  const headers = { ...HEADERS, ETag: asset.gzip !== null && takesGzip(request) ? `W/${etag}` : etag };
  return namesEtag(request.headers.get('if-none-match'), etag)
    ? { status: 304, headers, body: null }
    : replyAsset(asset, request, headers);
}

/** Whether `If-None-Match` names the copy that is current. A proxy that compresses marks its tags as weak. */
function namesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const named = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return named.includes('*') || named.includes(etag);
}
