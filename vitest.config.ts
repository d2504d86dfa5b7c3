import { defineConfig } from 'vitest/config';

/** What goes through a whole gateway, and so runs on both databases; the rest never asks which one there is. */
const BEHAVIOUR = [
  'api-key',
  'audit',
  'contract',
  'db',
  'document',
  'encryption',
  'event',
  'journal',
  'kyc',
  'partner',
  'rest/openapi',
  'run',
  'settlement',
  'work-list',
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
          include: BEHAVIOUR.map((folder) => `test/${folder}/**/*.test.ts`),
          // The ones read SQLite's plans; the others are about its file.
          exclude: [
            'test/**/*plans.test.ts',
            'test/audit/command-line.test.ts',
            'test/db/busy.test.ts',
            'test/db/group-commit.test.ts',
          ],
          globalSetup: ['test/support/postgres/setup.ts'],
        },
      },
    ],
  },
});
