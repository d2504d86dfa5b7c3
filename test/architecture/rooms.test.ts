import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const src = new URL('../../src/', import.meta.url);

/** A larger room has more than one subject. */
const SHARE_MAX = 0.1;

/** Code that a person wrote: no text, no pictures, no SQL, and no generated files. */
const isCode = (path: string): boolean =>
  /\.(?:ts|tsx|js|css|graphql)$/.test(path) && !/(?:^|\/)(?:generated|compiled)\//.test(path);

interface Size {
  readonly room: string;
  readonly lines: number;
  readonly bytes: number;
}

function sizes(): readonly Size[] {
  const paths = globSync('**/*', { cwd: src }).map((path) => path.replaceAll('\\', '/'));
  const rooms = Map.groupBy(paths.filter(isCode), (path) => path.split('/', 1)[0] ?? path);
  return [...rooms].map(([room, files]) => {
    const texts = files.map((path) => readFileSync(new URL(path, src), 'utf8'));
    return {
      room,
      lines: texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    };
  });
}

test.each(['lines', 'bytes'] as const)('no room holds more than a tenth of the %s', (unit) => {
  const all = sizes();
  expect(all.length).toBeGreaterThan(20);
  const total = all.reduce((sum, room) => sum + room[unit], 0);
  const large = all.filter((room) => room[unit] > SHARE_MAX * total);
  expect(large.map(({ room, ...size }) => `${room}: ${((100 * size[unit]) / total).toFixed(1)} %`)).toEqual(
    [],
  );
});
