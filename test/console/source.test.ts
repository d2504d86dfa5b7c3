import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../architecture/ladder.ts';

const app = new URL('../../src/console/app/', import.meta.url);
const files = globSync('**/*.{ts,tsx}', { cwd: app }).map((path) => path.replaceAll('\\', '/'));
const own = files.filter((path) => !path.startsWith('generated/'));
const textOf = (path: string) => readFileSync(new URL(path, app), 'utf8');

test('the page imports nothing of the gateway but its generated documents', () => {
  expect(own.length).toBeGreaterThan(10);
  const outside = own.flatMap((path) =>
    importsOf(path, textOf(path))
      .filter((target) => posix.normalize(target).startsWith('..'))
      .map((target) => `${path} -> ${target}`),
  );
  expect(outside).toEqual([]);
});

test('no text becomes HTML, and nothing is evaluated', () => {
  const refused =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function/;
  expect(own.filter((path) => refused.test(textOf(path)))).toEqual([]);
});

test('nothing is left untyped or unchecked', () => {
  const refused = /\bas\s+any\b|:\s*any\b|@ts-|\b\w+!\./;
  expect(own.filter((path) => refused.test(textOf(path)))).toEqual([]);
});

test('a select says what is chosen by its options, since Preact sets no default value of one', () => {
  expect(own.filter((path) => /<select[^>]*defaultValue/.test(textOf(path)))).toEqual([]);
});

test('a file has at most 250 lines', () => {
  const long = own.map((path) => [path, textOf(path).trimEnd().split('\n').length] as const);
  expect(long.filter(([, lines]) => lines > 250)).toEqual([]);
});
