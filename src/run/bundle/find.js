import { readFileSync, statSync } from 'node:fs';

/** The folder of the project. */
export const ROOT = new URL('../../../', import.meta.url);
/** The folder of the bundle, beside the packages: it imports some of them and contains the others. */
export const BUNDLE = new URL('node_modules/.cache/fundgate/', ROOT);
/** Lists the files of the bundle and the sources that they are made of. It is written last. */
export const MANIFEST = 'manifest.json';

/**
 * The size of a file and the time of its last change, by its path in the project; null if there is none.
 *
 * @param {string} path
 */
export function stampOf(path) {
  const found = statSync(new URL(path, ROOT), { throwIfNoEntry: false });
  return found === undefined ? null : `${found.size} ${found.mtimeMs}`;
}

/**
 * The files of the bundle, each by the source that it replaces. Null if there is no bundle, or if one of the
 * sources has changed since, so that an old bundle never runs.
 *
 * @param {URL} folder
 * @returns {Readonly<Record<string, string>> | null}
 */
export function findBundle(folder) {
  const manifest = readManifest(folder);
  if (manifest === null) return null;
  for (const path in manifest.stamps) if (stampOf(path) !== manifest.stamps[path]) return null;
  return manifest.entries;
}

/**
 * @param {URL} folder
 * @returns {{ stamps: Record<string, string>, entries: Record<string, string> } | null}
 */
function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(new URL(MANIFEST, folder), 'utf8'));
  } catch {
    return null;
  }
}
