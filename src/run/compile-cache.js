import * as module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets Node keep the compiled source files for the next start, which then takes half as long. The cache belongs to this
 * user. Files that cannot be written to it are compiled again each time. NODE_COMPILE_CACHE names another folder, and
 * NODE_DISABLE_COMPILE_CACHE turns the cache off; then the sources themselves run, even if there is a bundle of them.
 *
 * This file is JavaScript, and `node --import` loads it before the first TypeScript file, so that this one comes from the
 * cache too and Node does not load its TypeScript compiler, which takes 17 MiB. It imports no name that an old Node lacks.
 */

await import('./required-node.js');

/** Time for the files that the first requests load. All other files are cached before the gateway takes requests. */
const KEEP_AFTER_MS = 5_000;

const { NODE_COMPILE_CACHE: named, XDG_CACHE_HOME: caches } = process.env;
module.enableCompileCache(named ?? join(caches || join(homedir(), '.cache'), 'fundgate'));
// Node writes the cache at the end of a process; one that is killed would never write it.
setTimeout(module.flushCompileCache, KEEP_AFTER_MS).unref();
if (!process.env['NODE_DISABLE_COMPILE_CACHE']) (await import('./bundle/use.js')).useBundle();
