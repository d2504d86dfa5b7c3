import { enableCompileCache, flushCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps what Node makes of the source files, types taken out and compiled, for the next start, which then takes half as long.
 * It is a cache of this user: what cannot be written is made anew each time. NODE_COMPILE_CACHE names another place, and
 * NODE_DISABLE_COMPILE_CACHE keeps nothing.
 *
 * This file is JavaScript, and `node --import` loads it before the first file of TypeScript: so that one is found in the cache
 * too, and Node need not load its compiler of TypeScript, which takes 17 MiB.
 */

/** Long enough after a start that no request waits for it. */
const KEEP_AFTER_MS = 5_000;

const { NODE_COMPILE_CACHE: named, XDG_CACHE_HOME: caches } = process.env;
enableCompileCache(named ?? join(caches || join(homedir(), '.cache'), 'fundgate'));
// Node itself keeps it at the end of a process, which one that is killed does not come to.
setTimeout(flushCompileCache, KEEP_AFTER_MS).unref();
