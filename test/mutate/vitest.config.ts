import { defineConfig } from 'vitest/config';
import { MEASURED, common, ssr } from '../support/vitest/common.ts';
import { InGivenOrder } from './in-given-order.sequencer.ts';

/** Less than on a busy machine, so that a mutant that keeps something from happening is noticed soon. */
const DEADLINE_MS = 60_000;
const POLL_MS = 20_000;

/** Every file of tests on every database. */
const tests = { include: ['test/**/*.test.ts'], exclude: [MEASURED] };

export default defineConfig({
  ssr,
  test: {
    ...common,
    isolate: false,
    maxWorkers: 1,
    testTimeout: DEADLINE_MS,
    hookTimeout: DEADLINE_MS,
    expect: { poll: { timeout: POLL_MS, interval: 10 } },
    sequence: { sequencer: InGivenOrder },
    reporters: [{}],
    projects: [
      { extends: true, test: { ...tests, name: 'sqlite', provide: { postgres: null } } },
      {
        extends: true,
        test: { ...tests, name: 'postgres', globalSetup: ['test/support/postgres/setup.ts'] },
      },
    ],
  },
});
