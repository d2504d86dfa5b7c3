import { posix } from 'node:path';

/** The text of each file, by its path from the top of the project, such as `src/kernel/id.ts`. */
type Files = ReadonlyMap<string, string>;

const DECLARED =
  /^export (?:async )?(?:function\*?|const|let|class|abstract class|interface|type|enum) (\w+)/gm;
const IMPORTED = /(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*(?:\s+as\s+\w+)?)\s*from\s*'(\.[^']+)'/g;
const LOADED = /import\(\s*'(\.[^']+)'\s*\)/g;

/** Names that a file exports and no other file imports, as `src/kernel/id.ts: newId`. */
export function unusedExports(files: Files): readonly string[] {
  const used = new Map<string, Set<string>>();
  const note = (from: string, specifier: string, names: readonly string[]): void => {
    const path = posix.join(posix.dirname(from), specifier);
    used.set(path, new Set([...(used.get(path) ?? []), ...names]));
  };
  for (const [path, text] of files) {
    for (const [, names, specifier = ''] of text.matchAll(IMPORTED))
      note(path, specifier, names === undefined ? ['*'] : names.split(',').map(importedName));
    for (const [, specifier = ''] of text.matchAll(LOADED)) note(path, specifier, ['*']);
  }
  return [...files].flatMap(([path, text]) => {
    // What a test exports is the text of a file that it writes.
    const names = path.endsWith('.test.ts')
      ? []
      : Array.from(text.matchAll(DECLARED), ([, name = '']) => name);
    const isUsed = (name: string) => used.get(path)?.has('*') === true || used.get(path)?.has(name) === true;
    return names.filter((name) => !isUsed(name)).map((name) => `${path}: ${name}`);
  });
}

/** Exports of `src` that only tests use: neither their own file nor another file of `src` uses them. */
export function exportsForTests(files: Files): readonly string[] {
  const sources = new Map([...files].filter(([path]) => path.startsWith('src/')));
  return unusedExports(sources).filter((found) => {
    const [path = '', name = ''] = found.split(': ');
    return sources.get(path)?.match(new RegExp(String.raw`\b${name}\b`, 'g'))?.length === 1;
  });
}

const importedName = (text: string): string =>
  text
    .trim()
    .replace(/^type /, '')
    .split(' as ', 1)[0] ?? '';
