import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STYLES } from '../../src/console-kit/style/order.ts';

const folder = new URL('../../src/console-kit/style/', import.meta.url);

test('every file of the style sheet has its place in the order', () => {
  const files = globSync('*.css', { cwd: folder }).map((path) => path.slice(0, -'.css'.length));
  expect(files.toSorted()).toEqual(STYLES.toSorted());
});

test.each(STYLES)('%s.css is short, and fetches nothing from elsewhere', (name) => {
  const text = readFileSync(new URL(`${name}.css`, folder), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(250);
  expect(text).not.toMatch(/@import|url\(/);
});
