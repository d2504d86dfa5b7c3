import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As Node resolves them: Vite would load a second copy of graphql, whose errors are not instances of the first.
  ssr: { resolve: { conditions: ['module-sync', 'node', 'import', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // Every test makes its own app and database, so files can share a worker: a quarter of the time of a fresh one each.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: ['default', './test/closing-line.reporter.ts'],
    coverage: { include: ['src/**/*.ts'], exclude: ['src/db/migrations/**'] },
  },
});
