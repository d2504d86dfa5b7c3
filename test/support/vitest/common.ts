import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';

/**
 * Tests that measure have this ending, in the folder of their subject. `npm run test:measured` runs them, one file at
 * a time.
 */
export const MEASURED = 'test/**/*.measured.test.ts';
/** Fleets, crashes, topologies, long silences and upgrades. `npm run test:system` runs them. */
export const SYSTEM = 'test/system/**/*.test.ts';
/** Programs of other languages and packages that only they need. `npm run test:clients` runs them. */
export const CLIENTS = 'test/clients/journey/*.test.ts';

/** As Node resolves them: Vite would load a second copy of graphql, whose errors are not instances of the first. */
export const ssr = {
  resolve: { conditions: ['module-sync', 'node', 'default'] },
} satisfies ViteUserConfig['ssr'];

export const common = {
  environment: 'node',
  pool: 'forks',
  // As for the gateway (`npm start`), but larger: a worker spent a tenth of its time copying young objects.
  execArgv: ['--max-semi-space-size=32'],
  // Deadlines for what hangs: nothing takes longer than ten seconds, and a very busy machine is thirty times slower.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // A polled event comes soon, and most checks cost almost nothing; Vitest's own pause is 50 ms.
  expect: { poll: { timeout: 120_000, interval: 10 } },
  // Node's compiled sources, for all processes that tests start: a start takes half a second of a core instead of
  // one.
  env: { NODE_COMPILE_CACHE: join(tmpdir(), 'fundgate-compiled') },
  reporters: ['default', './test/support/vitest/closing-line.reporter.ts'],
} satisfies ViteUserConfig['test'];
