import { readFile } from 'node:fs/promises';
import { readSource } from './sources.ts';

/** The library of the search. Browsers know it by its address only. */
const LIBRARY = ['minisearch', './minisearch.js'] as const;

const own = (name: string) => async (): Promise<string> =>
  (await readSource(`src/pages/docs/page/${name}`)).replace(`'${LIBRARY[0]}'`, `'${LIBRARY[1]}'`);

/** The scripts of the pages, by their addresses under `/docs`. All come from the gateway. */
export const SCRIPTS: ReadonlyMap<string, () => Promise<string>> = new Map([
  ['/script.js', own('script.js')],
  ['/copy.js', own('copy.js')],
  ['/search.js', own('search.js')],
  ['/minisearch.js', () => readFile(new URL(import.meta.resolve(LIBRARY[0])), 'utf8')],
]);
