import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const src = new URL('../../src/', import.meta.url);

/** A larger folder of a room has more than one subject. */
const SHARE_MAX = 0.1;

/** Code that a person wrote: no text, no pictures, no SQL, and no generated files. */
const isCode = (path: string): boolean =>
  /\.(?:ts|tsx|js|css|graphql)$/.test(path) && !/(?:^|\/)(?:generated|compiled)\//.test(path);

interface Size {
  readonly folder: string;
  readonly lines: number;
  readonly bytes: number;
}

function sizes(): readonly Size[] {
  const paths = globSync('**/*', { cwd: src }).map((path) => path.replaceAll('\\', '/'));
  const folders = Map.groupBy(paths.filter(isCode), (path) =>
    path.split('/').slice(0, -1).slice(0, 2).join('/'),
  );
  return [...folders].map(([folder, files]) => {
    const texts = files.map((path) => readFileSync(new URL(path, src), 'utf8'));
    return {
      folder,
      lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    };
  });
}

test.each(['lines', 'bytes'] as const)('no folder of a room holds more than a tenth of the %s', (unit) => {
  const all = sizes();
  expect(all.length).toBeGreaterThan(20);
  const total = all.reduce((sum, folder) => sum + folder[unit], 0);
  const large = all.filter((folder) => folder[unit] > SHARE_MAX * total);
  expect(
    large.map(({ folder, ...size }) => `${folder}: ${((100 * size[unit]) / total).toFixed(1)} %`),
  ).toEqual([]);
});
