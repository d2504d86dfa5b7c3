import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STYLES } from '../../../src/pages/console-style/order.ts';

const folder = new URL('../../../src/pages/console-style/', import.meta.url);

test('every file of the style sheet has its place in the order', () => {
  const files = globSync('*.css', { cwd: folder }).map((path) => path.slice(0, -'.css'.length));
  expect(files.toSorted()).toEqual(STYLES.toSorted());
});

test.each(STYLES)('%s.css is short, and fetches nothing from elsewhere', (name) => {
  const text = readFileSync(new URL(`${name}.css`, folder), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(250);
  expect(text).not.toMatch(/@import|url\(/);
});

const textOf = (name: string) => readFileSync(new URL(`${name}.css`, folder), 'utf8');

/** The luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A token in the light and in the dark. */
function coloursOf(token: string): readonly [string, string] {
  const found = new RegExp(`--${token}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(
    textOf('colours'),
  );
  if (found?.[1] === undefined || found[2] === undefined) throw new Error(`There is no colour ${token}.`);
  return [found[1], found[2]];
}

test('the contrast of two colours is computed as WCAG says', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each(['ground', 'surface', 'raised'])('the border of an input stands out from %s by 3:1', (ground) => {
  const [grounds, lines] = [coloursOf(ground), coloursOf('input-line')];
  expect(contrastOf(lines[0], grounds[0])).toBeGreaterThanOrEqual(3);
  expect(contrastOf(lines[1], grounds[1])).toBeGreaterThanOrEqual(3);
});

test('inputs, selects and text areas have the border of inputs, and the content has no ring', () => {
  expect(textOf('controls')).toMatch(
    /\ninput,\nselect,\ntextarea \{[^}]*border: 1px solid var\(--input-line\);/,
  );
  expect(textOf('frame')).toMatch(/main:focus-visible \{\s*outline: none;/);
});
