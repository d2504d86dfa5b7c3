import { globSync, readFileSync } from 'node:fs';

const top = new URL('../../', import.meta.url);

/** The TypeScript files under a top-level folder: path from that folder, with slashes, to text. */
export function sources(folder: 'src' | 'test'): ReadonlyMap<string, string> {
  const paths = globSync('**/*.ts', { cwd: new URL(`${folder}/`, top) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('generated/') && !path.includes('compiled/'))
    .toSorted();
  return new Map(paths.map((path) => [path, readFileSync(new URL(`${folder}/${path}`, top), 'utf8')]));
}
