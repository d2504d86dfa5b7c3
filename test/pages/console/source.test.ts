import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from '../../architecture/ladder.ts';

const src = new URL('../../../src/', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, src), 'utf8');

/**
 * What holds for an upload and its preview alike, how the text of a file is read, how a rate is counted, the days of a
 * payout, and which changes may need two people. These files import only each other.
 */
const SHARED = [
  'kernel/days.ts',
  'engine/file-type/decode-text.ts',
  'engine/file-type/file-type.ts',
  'engine/file-type/pdf-findings.ts',
  'kernel/plain-decimal.ts',
  'kernel/rate.ts',
  'kernel/two-people.ts',
  'kernel/words.ts',
];

/** Tables that are not a list of rows with titles, and say how they look on a phone themselves. */
const DRAWN_BY_HAND = [
  'pages/console-kit/list/table.tsx',
  'pages/console-kit/pictures/outstanding.tsx',
  'pages/console-kit/pictures/totals.tsx',
];

describe.each([
  {
    room: 'pages/console/app',
    mayImport: ['pages/console/app/', 'pages/console-kit/', 'kernel/days.ts', 'kernel/rate.ts'],
  },
  { room: 'pages/console-kit', mayImport: ['pages/console-kit/', ...SHARED] },
])('the source of the page in $room', ({ room, mayImport }) => {
  const own = globSync(`${room}/**/*.{ts,tsx}`, { cwd: src })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/generated/'));

  test('imports nothing of the gateway but what tells the kinds of files, and counts rates and days', () => {
    expect(own.length).toBeGreaterThan(10);
    const imported = SHARED.flatMap((path) => importsOf(path, textOf(path)));
    expect(imported.filter((target) => !SHARED.includes(target))).toEqual([]);
    const outside = own.flatMap((path) =>
      importsOf(path, textOf(path))
        .map((target) => posix.normalize(target))
        .filter((target) => !mayImport.some((place) => target.startsWith(place)))
        .map((target) => `${path} -> ${target}`),
    );
    expect(outside).toEqual([]);
  });

  test('makes no HTML of a text, and evaluates nothing', () => {
    const refused =
      /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function/;
    expect(own.filter((path) => refused.test(textOf(path)))).toEqual([]);
  });

  test('leaves nothing untyped or unchecked', () => {
    const refused = /\bas\s+any\b|:\s*any\b|@ts-|\b\w+!\./;
    expect(own.filter((path) => refused.test(textOf(path)))).toEqual([]);
  });

  test('says what is chosen in a select by its options, since Preact sets no default value of one', () => {
    expect(own.filter((path) => /<select[^>]*defaultValue/.test(textOf(path)))).toEqual([]);
  });

  test('draws its tables by the one that gives each value its title on a phone', () => {
    const drawn = own.filter((path) => textOf(path).includes('<table'));
    expect(drawn.filter((path) => !DRAWN_BY_HAND.includes(path))).toEqual([]);
  });

  test('has at most 250 lines in a file', () => {
    const long = own.map((path) => [path, textOf(path).trimEnd().split('\n').length] as const);
    expect(long.filter(([, lines]) => lines > 250)).toEqual([]);
  });
});
