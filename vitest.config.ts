import { defineConfig } from 'vitest/config';

/** The folders and files that go through a whole gateway, and so run on both databases; the rest never asks which one there is. */
const ON_BOTH_DATABASES = [
  'api-key/**',
  'audit/**',
  'cli/commands-and-mutations.test.ts',
  'cli/migrate-commands.test.ts',
  'contract/**',
  'db/**',
  'document/**',
  'encryption/**',
  'event/**',
  'journal/**',
  'kernel/statement.test.ts',
  'kyc/**',
  'partner/**',
  'rest/openapi/**',
  'run/**',
  'settlement/**',
  'webhook/**',
  'work-list/**',
];

export default defineConfig({
  // As Node resolves them: Vite would load a second copy of graphql, whose errors are not instances of the first.
  ssr: { resolve: { conditions: ['module-sync', 'node', 'default'] } },
  test: {
    environment: 'node',
    pool: 'forks',
    // Every test makes its own app and database, so files can share a worker: a quarter of the time of a fresh one each.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: ['default', './test/support/closing-line.reporter.ts'],
    coverage: { include: ['src/**/*.ts'], exclude: ['src/db/migrations/**'] },
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['test/**/*.test.ts'], provide: { postgres: null } },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_BOTH_DATABASES.map((path) =>
            path.endsWith('**') ? `test/${path}/*.test.ts` : `test/${path}`,
          ),
          exclude: [
            // They read the plans of SQLite.
            'test/**/*plans.test.ts',
            // They are about the file of SQLite.
            'test/db/busy.test.ts',
            'test/db/group-commit.test.ts',
            // They start PostgreSQL servers of their own, and so run once, in the other project.
            'test/db/postgres/**',
          ],
          globalSetup: ['test/support/postgres/setup.ts'],
        },
      },
    ],
  },
});
