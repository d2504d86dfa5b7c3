import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../support/vitest/longest-first.sequencer.ts';
import { MEASURED, SYSTEM, common, ssr } from '../support/vitest/common.ts';
import { WIDE_INPUT } from '../support/wide-input.ts';
import { ASK_NO_DATABASE, OF_SQLITE, ON_BOTH, ON_POSTGRES_LATER } from '../support/vitest/on-postgres.ts';

export default defineConfig({
  ssr,
  test: {
    ...common,
    env: { ...common.env, TEST_WIDE_INPUT: 'on' },
    // More than there are cores, since tests wait for processes and clocks.
    maxWorkers: availableParallelism() + 1,
    // Every test makes its own app and database, so files can share a worker.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'system',
          include: [SYSTEM, ...WIDE_INPUT],
          exclude: [MEASURED],
          provide: { postgres: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_POSTGRES_LATER,
          exclude: [MEASURED, ...OF_SQLITE, ...ON_BOTH, ...ASK_NO_DATABASE],
          globalSetup: ['test/support/postgres/setup.ts'],
        },
      },
    ],
  },
});
