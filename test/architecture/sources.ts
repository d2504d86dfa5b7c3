import { globSync, readFileSync } from 'node:fs';

const top = new URL('../../', import.meta.url);

/** The TypeScript files under a top-level folder: path from that folder, with slashes, to text. */
export const sources = (folder: 'src' | 'test') => filesOf(folder, '**/*.ts');

/** The same, with the screens; acorn does not read their JSX. */
export const sourcesWithScreens = (folder: 'src' | 'test') => filesOf(folder, '**/*.{ts,tsx}');

function filesOf(folder: 'src' | 'test', pattern: string): ReadonlyMap<string, string> {
  const paths = globSync(pattern, { cwd: new URL(`${folder}/`, top) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/generated(?:__)?\//.test(path) && !path.includes('compiled/'))
    .toSorted();
  return new Map(paths.map((path) => [path, readFileSync(new URL(`${folder}/${path}`, top), 'utf8')]));
}
