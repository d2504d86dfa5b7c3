import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CLIENTS, MEASURED, SYSTEM, common, ssr } from './test/support/vitest/common.ts';
import { LongestFirst } from './test/support/vitest/longest-first.sequencer.ts';
import { OF_POSTGRES, OF_SQLITE, ON_BOTH } from './test/support/vitest/on-postgres.ts';
import { OF_CHANGED_SOURCES, SOURCES } from './test/support/vitest/sources.ts';

/** One more takes a fifth more of the processor: each worker loads and compiles all sources, and has a browser of its own. */
const WORKERS = availableParallelism();

export default defineConfig({
  ssr,
  test: {
    ...common,
    // Every test makes its own app and database, so files can share a worker: a quarter of the time of a fresh one each.
    isolate: false,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    coverage: { include: ['src/**/*.ts'], exclude: ['src/run/migrations/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [CLIENTS, MEASURED, SYSTEM, ...OF_POSTGRES, ...OF_CHANGED_SOURCES],
          provide: { postgres: null },
          server: { deps: { external: [SOURCES] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...OF_POSTGRES, ...ON_BOTH],
          exclude: [MEASURED, ...OF_SQLITE],
          globalSetup: ['test/support/postgres/setup.ts'],
          server: { deps: { external: [SOURCES] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'changed',
          include: OF_CHANGED_SOURCES,
          provide: { postgres: null },
          server: { deps: { external: [SOURCES] } },
        },
      },
    ],
  },
});
