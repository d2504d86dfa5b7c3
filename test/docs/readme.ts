import { readFileSync } from 'node:fs';

export const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The rows of the table between `<!-- name -->` and `<!-- /name -->`, without its head; cells as they read. */
export function tableOf(name: string): string[][] {
  const [, rest = ''] = readme.split(`<!-- ${name} -->`, 2);
  const [table = '', after] = rest.split(`<!-- /${name} -->`, 2);
  if (after === undefined) throw new Error(`README.md has no table named ${name}.`);
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

/** The code blocks in a language, one after another as they stand. */
export function blocksOf(language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return Array.from(readme.matchAll(pattern), ([, block = '']) => block);
}
