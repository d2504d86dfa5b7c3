import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportsForTests, unusedExports } from './exports.ts';

const top = new URL('../../', import.meta.url);

/**
 * Generated files export what their generator chooses, a program prints exports, and the code
 * generator reads the fragments beside documents and its own plugin.
 */
const isFree = (found: string): boolean =>
  /\/(?:generated|__generated__)\/|^src\/api\/rest\/typescript\/client\.ts|\/documents\.ts: \w+Fields$|^codegen-filters\.ts: plugin$/.test(
    found,
  );

const files = new Map(
  ['src/**/*.{ts,tsx}', 'test/**/*.ts', '*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: top }))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(new URL(path, top), 'utf8')]),
);

test('every export is imported by another file', () => {
  expect(files.size).toBeGreaterThan(0);
  expect(unusedExports(files).filter((found) => !isFree(found))).toEqual([]);
});

test('src has no code that only tests use, but for the chores without their timer', () => {
  expect(exportsForTests(files).filter((found) => !isFree(found))).toEqual([
    'src/run/upkeep/housekeeping.ts: runHousekeeping',
  ]);
});

test('an export that its own file uses is not for tests alone', () => {
  const used = 'export const a = 1;\nexport const b = a;';
  const sources = new Map([
    ['src/kernel/a.ts', used],
    ['src/kernel/c.ts', "import { b } from './a.ts';"],
    ['test/kernel/a.test.ts', "import { a, b } from '../../src/kernel/a.ts';"],
  ]);
  expect(exportsForTests(sources)).toEqual([]);
  sources.delete('src/kernel/c.ts');
  expect(exportsForTests(sources)).toEqual(['src/kernel/a.ts: b']);
});

const found = (exporting: string, importing: string) =>
  unusedExports(
    new Map([
      ['src/kernel/a.ts', exporting],
      ['src/db/b.ts', importing],
    ]),
  );

test.each([
  ['export const a = 1;', "import { b } from '../kernel/a.ts';"],
  ['export interface a {}', "import type { ab } from '../kernel/a.ts';"],
  ['export async function a() {}', "import { a } from './a.ts';"],
  ['export class a {}', ''],
])('%s is found beside %s', (exporting, importing) => {
  expect(found(exporting, importing)).toEqual(['src/kernel/a.ts: a']);
});

test.each([
  ['export const a = 1;', "import { type b, a as c } from '../kernel/a.ts';"],
  ['export type a = 1;', "export type { a } from '../kernel/a.ts';"],
  ['export const a = 1;', "import * as all from '../kernel/a.ts';"],
  ['export const a = 1;', "const { a } = await import('../kernel/a.ts');"],
])('%s is not found beside %s', (exporting, importing) => {
  expect(found(exporting, importing)).toEqual([]);
});
