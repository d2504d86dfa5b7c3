import { expect, test } from 'vitest';
import { linesOf } from '../../../src/run/cli/requests/log-requests.ts';

const CHUNKS = 1_024;
const CHUNK_BYTES = 1024 * 1024;
/** Compared with the line. What is no longer needed waits for the garbage collector. */
const GROWTH_MAX = 0.5;

test('a line without an end takes no memory, and the lines after it are read', async () => {
  const chunk = Buffer.alloc(CHUNK_BYTES, 'x');
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  async function* endless() {
    for (let chunks = 0; chunks < CHUNKS; chunks += 1) {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
      yield Buffer.from(chunk);
    }
    yield Buffer.from('\nnext\nlast');
  }
  expect(await Array.fromAsync(linesOf(endless()))).toEqual([null, 'next', 'last']);
  expect((most - before) / (CHUNKS * CHUNK_BYTES)).toBeLessThan(GROWTH_MAX);
});
