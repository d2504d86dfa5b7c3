import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** Functions whose result depends on the speed and load of the machine. */
const MEASURES = /performance\.now|hrtime|[cC]puUsage|memoryUsage|resourceUsage|getHeap\w*Statistics|loadavg/;

/** These run alone (`npm run test:measured`), or are programs that only print. */
const MAY_MEASURE = /\.measured\.test\.ts$|^support\/measured\/|^system\/attack\/|^bench\//;

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['architecture/measuring.test.ts', 'It names what it looks for.'],
  ['demo/journey/webhooks.ts', 'It is a program of its own, which waits with a deadline.'],
  ['pages/console/hand.ts', 'It moves the clock of a page and measures nothing.'],
  ['support/stopped-clock.ts', 'It stops the clock and measures nothing.'],
  ['system/process/silence.test.ts', 'Its limits are 20 seconds and more, and only what hangs misses them.'],
]);

const measuring = [...sources('test')]
  .filter(([file, text]) => MEASURES.test(text) && !MAY_MEASURE.test(file))
  .map(([file]) => file);

test('only files of their own measure time, processor time or memory', () => {
  expect(measuring).toEqual([...EXCEPTIONS.keys()]);
});
