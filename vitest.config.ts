import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
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

/** What compares how long clients wait runs alone and first, so that its limits are about the gateway and not about its neighbours. */
const ALONE = ['test/system/attack/wrong-keys.test.ts', 'test/system/process/overload.test.ts'];
/** What measures processor time, memory or a rate runs before the rest, two files at once: they wait half of the time. */
const MEASURED = [
  'test/graphql/plan/meter.test.ts',
  'test/system/attack/**/*.test.ts',
  'test/system/fleet/shares.test.ts',
];
/** A machine that is busy for a moment makes a measurement fail once. Races elsewhere are not tried again: once is a fault. */
const MEASUREMENT_RETRIES = 1;

/** More than there are cores, since tests wait: on PostgreSQL for its server, the others for processes and clocks too. */
const WORKERS_ON_POSTGRES = availableParallelism() + 1;
const WORKERS = availableParallelism() + 2;

export default defineConfig({
  // As Node resolves them: Vite would load a second copy of graphql, whose errors are not instances of the first.
  ssr: { resolve: { conditions: ['module-sync', 'node', 'default'] } },
  test: {
    environment: 'node',
    pool: 'forks',
    // Every test makes its own app and database, so files can share a worker: a quarter of the time of a fresh one each.
    isolate: false,
    // As the gateway has it (`npm start`), and for more at once: a tenth of the time of a worker was copying what is young.
    execArgv: ['--max-semi-space-size=32'],
    // For what hangs: nothing takes longer than ten seconds, on a machine that is ten times slower for other work than this.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for is there soon, and most looks cost nothing; Vitest's own pause is 50 ms.
    expect: { poll: { timeout: 20_000, interval: 10 } },
    sequence: { sequencer: LongestFirst },
    // What Node makes of the sources, for all processes that tests start: a start takes half a second of a core instead of one.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'fundgate-compiled') },
    reporters: ['default', './test/support/vitest/closing-line.reporter.ts'],
    coverage: { include: ['src/**/*.ts'], exclude: ['src/db/migrations/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          retry: MEASUREMENT_RETRIES,
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
          provide: { postgres: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'attack',
          include: MEASURED,
          exclude: ALONE,
          retry: MEASUREMENT_RETRIES,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          provide: { postgres: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...MEASURED],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 3 },
          provide: { postgres: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          maxWorkers: WORKERS_ON_POSTGRES,
          sequence: { groupOrder: 2 },
          include: ON_BOTH_DATABASES.map((path) =>
            path.endsWith('**') ? `test/${path}/*.test.ts` : `test/${path}`,
          ),
          exclude: [
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
