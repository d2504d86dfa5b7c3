import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { linesOfCode } from './lines-of-code.ts';

/**
 * `npm run size`: the lines of code of each room of `src`, the largest first, and their sum. Generated files and examples
 * do not count.
 */
const SRC = new URL('../../src/', import.meta.url).pathname;
const CODE = /\.(?:ts|tsx|js)$/;
const NOT_WRITTEN: readonly string[] = ['generated', 'examples'];

const rooms = new Map<string, number>();
for (const path of readdirSync(SRC, { recursive: true, encoding: 'utf8' })) {
  const folders = path.split(sep);
  if (!CODE.test(path) || folders.some((folder) => NOT_WRITTEN.includes(folder))) continue;
  const room = folders.length === 1 ? '(beside the rooms)' : `${folders[0]}/`;
  rooms.set(room, (rooms.get(room) ?? 0) + linesOfCode(readFileSync(join(SRC, path), 'utf8')));
}

const sum = [...rooms.values()].reduce((all, lines) => all + lines, 0);
const rows = [...rooms].toSorted(([, one], [, other]) => other - one);
for (const [room, lines] of [...rows, ['all', sum] as const])
  console.log(`${lines.toLocaleString('en').padStart(7)}  ${room}`);
