import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CLIENTS, MEASURED, SYSTEM, common, ssr } from './test/support/vitest/common.ts';
import { LongestFirst } from './test/support/vitest/longest-first.sequencer.ts';
import { OF_POSTGRES, OF_SQLITE, ON_BOTH } from './test/support/vitest/on-postgres.ts';
import { OF_CHANGED_SOURCES, SOURCES } from './test/support/vitest/sources.ts';

/**
 * More than there are cores, since tests wait: for the server of PostgreSQL, for processes and for clocks. On two cores
 * two workers took 291 s and 446 s of the processor, and three 256 and 461.
 */
const WORKERS = availableParallelism() + 1;

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
