import { expect, test } from 'vitest';
import { FORMATS } from '../../../src/pages/export/formats.ts';
import { streamList } from '../../../src/pages/export/stream.ts';

const PAGES = 5;

/** Counts the turns of the event loop until it is stopped. */
function countTurns() {
  let turns = 0;
  let next = setImmediate(count);
  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
  return { turns: () => turns, stop: () => clearImmediate(next) };
}

test('no two pages are read in one turn of the event loop, also if none has to be waited for', async () => {
  const { turns, stop } = countTurns();
  const turnOfPages: number[] = [];
  const file = streamList(
    {
      headings: ['id'],
      async page() {
        const page = turnOfPages.push(turns());
        return { rows: [[String(page)]], next: page < PAGES ? String(page) : null };
      },
    },
    await FORMATS.csv.open('list', ['id']),
    {
      ask: () => () => Promise.reject(new Error('No page is asked for.')),
      gone: new AbortController().signal,
      onBroken: () => {},
      onWhole: async () => {},
      onOver: () => {},
    },
  );
  await Array.fromAsync(file);
  stop();
  expect(turnOfPages).toHaveLength(PAGES);
  expect(new Set(turnOfPages).size).toBe(PAGES);
});
