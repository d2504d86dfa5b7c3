import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';

const ROOT = new URL('../../../', import.meta.url);
const GUIDES = 'src/pages/docs/guides';

/** In the order in which a reader needs them; guides that are not named come last. */
const ORDER = [
  'partner-rest',
  'partner-graphql',
  'after-the-money',
  'sandbox',
  'apollo',
  'relay',
  'urql',
  'client',
  'errors',
  'operators',
  'writing-a-policy',
  'two-people',
  'running',
  'growing',
  'security',
  'upgrading',
];

/** A Markdown file of the project that is a page under `/docs`. */
export interface Source {
  /** The name of the page: `/docs/<name>`. */
  readonly name: string;
  /** From the root of the project. */
  readonly path: string;
}

/** The page on which the configuration stands. */
export const README: Source = { name: 'readme', path: 'README.md' };

const DEPLOYMENT = 'src/pages/docs/deployment';

/** Files of the project that guides point to, served as they are under `/docs`, by their last name. */
export const ATTACHMENTS: readonly string[] = [
  'docker-compose.yml',
  'nginx.conf',
  'schema.graphql',
  `${GUIDES}/policy-example.json`,
  `${DEPLOYMENT}/fundgate.service`,
  `${DEPLOYMENT}/grafana-dashboard.json`,
  `${DEPLOYMENT}/kubernetes.yaml`,
  `${DEPLOYMENT}/nginx-tls.conf`,
  `${DEPLOYMENT}/postgres-role.sql`,
  `${DEPLOYMENT}/prometheus-alerts.yml`,
];

/** The guides, in order. */
export async function guideSources(): Promise<readonly Source[]> {
  const files = await readdir(new URL(GUIDES, ROOT));
  const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length));
  const others = names.filter((name) => !ORDER.includes(name)).toSorted();
  return [...ORDER.filter((name) => names.includes(name)), ...others].map(guideSource);
}

export const guideSource = (name: string): Source => ({ name, path: `${GUIDES}/${name}.md` });

export const readSource = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

/** The target under `/docs` of a link in a file of the project; null if it is not served. */
export type Resolve = (href: string) => string | null;

/**
 * Turns links between files of the project into links between served pages. The addresses of pages end with `suffix`.
 */
export function resolver(from: Source, pages: readonly Source[], base: string, suffix: '' | '.md'): Resolve {
  return (href) => {
    if (href.startsWith('#') || /^https?:/.test(href)) return href;
    const [file = '', anchor] = href.split('#', 2);
    const path = posix.join(posix.dirname(from.path), file);
    const end = anchor === undefined ? '' : `#${anchor}`;
    if (ATTACHMENTS.includes(path)) return `${base}/docs/${posix.basename(path)}${end}`;
    const page = pages.find((each) => each.path === path);
    return page === undefined ? null : `${base}/docs/${page.name}${suffix}${end}`;
  };
}
