import { join } from 'node:path';

/** As an expression: a folder may have a dot or a plus in its name. */
const SRC = join(import.meta.dirname, '../../../src/').replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * The sources of the gateway. Node itself loads them into the workers, from its compile cache, so the process of Vitest,
 * one thread for all workers, need not transform and send them. What runs in browsers imports JSX, which Node does not
 * read.
 */
export const SOURCES = new RegExp(`^${SRC}(?!pages/console(?:-kit|/app)/)`);

/** They change a source before others import it, so no other file may be in their worker. */
export const OF_CHANGED_SOURCES = ['test/nouns/kyc/own-fields.test.ts'];
