import { expect, test } from 'vitest';
import { cpuMsOf, knownWorkMs } from '../../../support/measured/known-work.ts';
import { openFixture } from '../fixture.ts';

const fixture = openFixture();
/** In pieces of known work. The first query of a process takes some, exponential time thousands. */
const WORK_MAX = 20;

const nested = (depth: number) => `{ ${'self { '.repeat(depth)} name ${' }'.repeat(depth)} }`;
const person = (selection: string) => `{ person(id: 1) ${selection} }`;
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

test.each([
  [
    'fragments that spread one another twice',
    `{ person(id: 1) { ...F0 } } ${times(100, (i) => `fragment F${i} on Person { self { ...F${i + 1} ...F${i + 1} } }`)} fragment F100 on Person { name }`,
  ],
  [
    'fragments that spread one another twice and do not nest',
    `{ person(id: 1) { ...F0 } } ${times(150, (i) => `fragment F${i} on Person { ...F${i + 1} ...F${i + 1} }`)} fragment F150 on Person { name }`,
  ],
  [
    'at the top',
    `{ ...F0 } ${times(150, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F150 on Query { echo }`,
  ],
  [
    'fragments in a circle',
    '{ person(id: 1) { ...A } } fragment A on Person { self { ...B } } fragment B on Person { self { ...A } }',
  ],
  ['one field again and again', `{ person(id: 1) { ${'name '.repeat(1_980)} } }`],
  ['one object again and again', `{ person(id: 1) { ${'self { name } '.repeat(480)} } }`],
  ['lists in lists', `{ echo(at: ${'['.repeat(990)}${']'.repeat(990)}) }`],
  ['fields in fields', person(nested(600))],
  ['inline fragments in inline fragments', person(`{ ${'... { '.repeat(980)} name ${'}'.repeat(980)} }`)],
  ['types in types', `query ($a: ${'['.repeat(950)}Int${']'.repeat(950)}) { echo(at: $a) }`],
])('a query that is built to take long has its response at once: %s', async (_what, query) => {
  const pieceMs = knownWorkMs();
  const ms = await cpuMsOf(() => fixture.ask(query, {}));
  expect(ms / pieceMs).toBeLessThan(WORK_MAX);
});
