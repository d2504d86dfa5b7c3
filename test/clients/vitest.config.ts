import { defineConfig } from 'vitest/config';
import { CLIENTS, common, ssr } from '../support/vitest/common.ts';

export default defineConfig({
  ssr,
  test: {
    ...common,
    // For what hangs: the first run also installs packages and compiles.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    include: [CLIENTS],
    // A few at a time, as each is a process or several.
    maxConcurrency: 2,
    provide: { postgres: null },
  },
});
