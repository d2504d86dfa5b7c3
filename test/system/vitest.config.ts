import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../support/vitest/longest-first.sequencer.ts';
import { MEASURED, SYSTEM, common, ssr } from '../support/vitest/common.ts';

export default defineConfig({
  ssr,
  test: {
    ...common,
    include: [SYSTEM],
    exclude: [MEASURED],
    // More than there are cores, since tests wait for processes and clocks.
    maxWorkers: availableParallelism() + 1,
    // Every test makes its own app and database, so files can share a worker.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    provide: { postgres: null },
  },
});
