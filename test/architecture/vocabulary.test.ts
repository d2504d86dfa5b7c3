import { expect, test } from 'vitest';
import { sources } from './sources.ts';

const maxLines = 250;

/** Names that say nothing about what is inside. */
const emptyNames = /util|helper|manager|service|common/i;

/** Followed by a word it is prose: "as any other". */
const refusedText = /\bas\s+any\b(?!\s+[a-z])|:\s*any\b(?!\s+[a-z])|@ts-(?:ignore|nocheck)|\.(?:only|skip)\(/;

test('a file or folder is named after what it holds', () => {
  expect([...sources('src').keys()].filter((path) => emptyNames.test(path))).toEqual([]);
});

test(`no source file is longer than ${maxLines} lines`, () => {
  const long = [...sources('src')]
    .filter(([path]) => !path.startsWith('db/migrations/'))
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
  expect(long).toEqual([]);
});

test.each(['src', 'test'] as const)('nothing in %s is left untyped, unchecked or unrun', (folder) => {
  const found = [...sources(folder)].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        refusedText.test(line) ? [`${folder}/${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['const a = b as ', 'any;'],
  ['const a: ', 'any[] = [];'],
  ['// @ts-', 'ignore'],
  ['test.', "only('x', () => {});"],
  ['describe.', "skip('x', () => {});"],
])('%s%s is found', (start, end) => {
  expect(start + end).toMatch(refusedText);
});

test.each(['as any other reader', 'hint: any text', 'describe.skipIf(absent)'])('"%s" is not', (text) => {
  expect(text).not.toMatch(refusedText);
});
