import { expect, test } from 'vitest';
import { catalogue } from '../../src/kernel/errors.ts';
import { anchorsOf, guide, textOf } from './pages.ts';

const page = guide('errors');

/** The sections of codes: what stands under each heading that is a code. */
const sections = new Map(
  Array.from(
    textOf(page).matchAll(/^### `(\w+)`\n\n(.*?)(?=\n#|$(?![\s\S]))/gms),
    ([, code = '', text = '']) => [code, text.trim()],
  ),
);

test('every code has a section, and every section a code', () => {
  expect([...sections.keys()].toSorted()).toEqual(Object.keys(catalogue).toSorted());
});

test.each(Object.keys(catalogue))('%s has an anchor of its name, a cause and a remedy', (code) => {
  expect(anchorsOf(page)).toContain(code);
  expect(sections.get(code)).toMatch(/^\*\*Cause\.\*\* [A-Z`].{15,}[.]\n\n\*\*Remedy\.\*\* [A-Z`].{8,}[.]$/s);
});
