import { expect, test } from 'vitest';
import { sources, sourcesWithScreens } from './sources.ts';
import { formerWordsIn, formerWordsInScreen, longFunctions } from './words.ts';

const maxLines = 250;

/** A function of this length still fits on one screen with its documentation. */
const maxFunctionLines = 60;

/** Names that do not describe their content. */
const emptyNames = /util|helper|manager|service|common/i;

/** Followed by a word it is prose: "as any other". */
const refusedText = /\bas\s+any\b(?!\s+[a-z])|:\s*any\b(?!\s+[a-z])|@ts-(?:ignore|nocheck)|\.(?:only|skip)\(/;

test('a file or folder is named after what it holds', () => {
  expect([...sourcesWithScreens('src').keys()].filter((path) => emptyNames.test(path))).toEqual([]);
});

test(`no source file is longer than ${maxLines} lines`, () => {
  const long = [...sourcesWithScreens('src')]
    .filter(([path]) => !path.startsWith('run/migrations/'))
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
  expect(long).toEqual([]);
});

test(`no function is longer than ${maxFunctionLines} lines`, () => {
  const long = [...sources('src')]
    .filter(([path]) => !path.startsWith('run/migrations/'))
    .flatMap(([path, text]) => longFunctions(text, maxFunctionLines).map((where) => `${path}:${where}`));
  expect(long).toEqual([]);
});

test(`no function of a screen is longer than ${maxFunctionLines} lines`, () => {
  // Formatted files have the first and the last line of a function at the same place. Acorn does not read JSX.
  const long = [...sourcesWithScreens('src')]
    .filter(([path]) => path.endsWith('.tsx'))
    .flatMap(([path, text]) =>
      Array.from(text.matchAll(/^(?:export )?(?:async )?function (\w+)[^]*?^}/gm), ([all, name]) => ({
        where: `${path}: ${name}`,
        lines: all.split('\n').length,
      })),
    );
  expect(long.length).toBeGreaterThan(100);
  expect(long.filter(({ lines }) => lines > maxFunctionLines)).toEqual([]);
});

test('a function is measured from its first line to its last', () => {
  const text = 'function long(\n  a: number,\n): number {\n  return a;\n}\n';
  expect(longFunctions(text, 4)).toEqual(['1: 5 lines']);
  expect(longFunctions(text, 5)).toEqual([]);
});

test.each(['src', 'test'] as const)('names and comments in %s use the words of the glossary', (folder) => {
  const found = [...sources(folder)]
    // Migrations are never edited, and this folder lists the former words.
    .filter(([path]) => !path.startsWith('run/migrations/') && !path.startsWith('architecture/'))
    .flatMap(([path, text]) =>
      formerWordsIn(text, folder).map(
        ({ line, name, say }) => `${folder}/${path}:${line}: "${name}"; say ${say}`,
      ),
    );
  expect(found).toEqual([]);
});

test('comments say where of places, and if of conditions: at most 10 of 10,000 words are where', () => {
  const texts = [...sourcesWithScreens('src').values(), ...sources('test').values()];
  const comments = texts.flatMap((text) => text.match(/\/\*\*?[^]*?\*\/|^\s*\/\/ .*/gm) ?? []);
  const words = comments.flatMap((comment) => comment.toLowerCase().match(/[a-z’']+/g) ?? []);
  expect(words.length).toBeGreaterThan(10_000);
  expect(words.filter((word) => word === 'where').length).toBeLessThanOrEqual(words.length / 1000);
});

test('names and comments of screens use the words of the glossary', () => {
  const found = [...sourcesWithScreens('src')]
    .filter(([path]) => path.endsWith('.tsx'))
    .flatMap(([path, text]) => formerWordsInScreen(text).map((word) => `${path}: ${word}`));
  expect(found).toEqual([]);
});

test.each([
  'const Row = () => <p>{looseBlob}</p>;',
  'const Row = () => <p>{/* Whoever comes first. */}</p>;',
  '/** Whoever comes first. */\nconst Row = () => <p>Here.</p>;',
])('%s is found in a screen', (text) => {
  expect(formerWordsInScreen(text)).toHaveLength(1);
});

test.each([
  ['const looseBlob = 1;', 'looseBlob'],
  ['const { sealed: value } = row;', 'sealed'],
  ['interface Face { readonly id: string }', 'Face'],
  ['interface Row {\n  /** The lanes of a total. */\n  readonly id: string;\n}', 'lanes'],
  ['// Whoever comes first.', 'Whoever'],
  ['/** Judged by the operation. */\nconst a = 1;', 'Judged'],
  ['/**\n * Says what came\n * of it.\n */\nconst a = 1;', 'came of it'],
  ["test('a failure that holds up others', () => {});", 'holds up'],
  ['const text = `Written past the gateway, ${when}.`;', 'past the gateway'],
])('%s is found', (text, name) => {
  expect(formerWordsIn(text, 'src')).toMatchObject([{ name }]);
});

test.each([
  "db.selectFrom('orphan_blob').where('state', '=', 0);",
  'const row = { state: 0, made_at: now };',
  'z.looseObject({});',
  '// The column `state` is 0.',
  'interface Rows { orphan_blob: number }',
  'const surface = replace(interfaces);',
])('%s is not', (text) => {
  expect(formerWordsIn(text, 'src')).toEqual([]);
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
