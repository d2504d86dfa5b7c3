import { globSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** Where every page stands, from the root of the project. */
export const PAGES: readonly string[] = [
  'README.md',
  'src/README.md',
  'src/client/README.md',
  'test/README.md',
  ...globSync(['src/decisions/*.md', 'src/pages/docs/guides/*.md'], { cwd: ROOT.pathname }).toSorted(),
];

export const textOf = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

export const guide = (name: string): string => `src/pages/docs/guides/${name}.md`;

/** The marks around what is written by `npm run docs` or compared with the source. */
export const marksOf = (name: string) => [`<!-- ${name} -->`, `<!-- /${name} -->`] as const;

/** The rows of the table of a page between `<!-- name -->` and `<!-- /name -->`, without its head; cells as they read. */
export function tableOf(path: string, name: string): string[][] {
  const [begin, end] = marksOf(name);
  const [, rest = ''] = textOf(path).split(begin, 2);
  const [table = '', after] = rest.split(end, 2);
  if (after === undefined) throw new Error(`${path} has no table named ${name}.`);
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A cell without the backquotes around it. */
export const unquoted = (cell = ''): string => cell.replaceAll(/^`|`$/g, '');

/** The code blocks of a page in a language, one after another as they stand. */
export function blocksOf(path: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return Array.from(textOf(path).matchAll(pattern), ([, block = '']) => block);
}

/** The languages of the code blocks of a page. */
export function languagesOf(path: string): string[] {
  return Array.from(textOf(path).matchAll(/^```(\w*)\n.*?^```$/gms), ([, language = '']) => language);
}

/** A page without its code blocks. */
export const proseOf = (path: string): string => textOf(path).replaceAll(/^```.*?^```$/gms, '');

/** The anchors that a browser finds on a page: those of its headings, as GitHub makes them. */
export function anchorsOf(path: string): string[] {
  return Array.from(proseOf(path).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
