import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { MEASURED, SYSTEM, common, ssr } from './test/support/vitest/common.ts';
import { LongestFirst } from './test/support/vitest/longest-first.sequencer.ts';

/** The folders and files that go through a whole gateway, and so run on both databases; the rest never asks which one there is. */
const ON_BOTH_DATABASES = [
  'api-key/**',
  'audit/**',
  'cli/commands-and-mutations.test.ts',
  'cli/migrate-commands.test.ts',
  'cli/reading-commands.test.ts',
  'contract/**',
  'db/**',
  'document/**',
  'encryption/**',
  'event/**',
  'export/**',
  'journal/**',
  'kernel/sql/statement.test.ts',
  'kyc/*.test.ts',
  'operator/**',
  'partner/**',
  'rest/openapi/**',
  'run/**',
  'session/**',
  'settlement/**',
  'webhook/**',
  'work-list/**',
];

/** More than there are cores, since tests wait: on PostgreSQL for its server, the others for processes and clocks too. */
const WORKERS_ON_POSTGRES = availableParallelism() + 1;
const WORKERS = availableParallelism() + 2;

export default defineConfig({
  ssr,
  test: {
    ...common,
    // Every test makes its own app and database, so files can share a worker: a quarter of the time of a fresh one each.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    coverage: { include: ['src/**/*.ts'], exclude: ['src/db/migrations/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [MEASURED, SYSTEM],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
          provide: { postgres: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          maxWorkers: WORKERS_ON_POSTGRES,
          sequence: { groupOrder: 0 },
          include: ON_BOTH_DATABASES.map((path) =>
            path.endsWith('**') ? `test/${path}/*.test.ts` : `test/${path}`,
          ),
          exclude: [
            MEASURED,
            // They read the plans of SQLite.
            'test/**/*plans.test.ts',
            // They are about the file of SQLite.
            'test/db/busy.test.ts',
            'test/db/contended-file.test.ts',
            'test/db/group-commit.test.ts',
            'test/db/additions-thread.test.ts',
            'test/db/slow-reads.test.ts',
            // They start PostgreSQL servers of their own, and so run once, in the other project.
            'test/db/postgres/**',
            // They are about what comes before the database, or stands beside it.
            'test/contract/input/bounded-lists.test.ts',
            'test/contract/input/fields.test.ts',
            'test/contract/limits.test.ts',
            'test/contract/parity/fault-lists.test.ts',
            'test/db/entities.test.ts',
            'test/db/turns/fair-share.test.ts',
            'test/document/stored/s3-storage.test.ts',
            'test/event/feed/feed-watch.test.ts',
            'test/export/gone.test.ts',
            'test/journal/event-types.test.ts',
            'test/journal/recent-macs.test.ts',
            'test/rest/openapi/lint.test.ts',
            'test/rest/openapi/strict.test.ts',
            'test/run/bundle.test.ts',
            'test/run/compile-cache.test.ts',
            'test/run/loaded-modules.test.ts',
            'test/run/node-version.test.ts',
            'test/run/open/anchor-file.test.ts',
            'test/run/open/open-gateway.test.ts',
            'test/run/open/secret-file.test.ts',
            'test/run/open/start-together.test.ts',
            'test/run/upkeep/heart-beat.test.ts',
            'test/settlement/machine.test.ts',
            'test/webhook/sending/schedule.test.ts',
            'test/webhook/sending/sending.test.ts',
          ],
          globalSetup: ['test/support/postgres/setup.ts'],
        },
      },
    ],
  },
});
