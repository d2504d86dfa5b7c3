import { expect, test } from 'vitest';
import { sources } from './sources.ts';

test('a moment comes from the world or from a value, so that a simulation can play a run again', () => {
  const own = [...sources('src')].filter(
    ([path, text]) => !runsElsewhere(path) && /\bnew Date\(\)/.test(text),
  );
  expect(own.map(([path]) => path)).toEqual([]);
});

/** In browsers and at partners. */
const runsElsewhere = (path: string): boolean =>
  /^(?:client|pages\/(?:console\/app|console-kit|graphiql|docs\/page))\//.test(path);
