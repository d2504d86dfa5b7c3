import { defineConfig } from 'vitest/config';
import { MEASURED, common, ssr } from '../support/vitest/common.ts';

/** One file at a time, each in a fresh process, with nothing of this run beside it. */
export default defineConfig({
  ssr,
  test: {
    ...common,
    include: [MEASURED],
    fileParallelism: false,
    provide: { postgres: null },
  },
});
