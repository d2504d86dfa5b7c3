import { enableCompileCache, flushCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Long enough after a start that no request waits for it. */
const KEEP_AFTER_MS = 5_000;

/**
 * Lets Node keep the compiled source files for the next start, which then takes half as long. The cache belongs to this
 * user. Files that cannot be written to it are compiled again each time. NODE_COMPILE_CACHE names another folder, and
 * NODE_DISABLE_COMPILE_CACHE turns the cache off.
 */
export function enableCache(environment: NodeJS.ProcessEnv): void {
  const { NODE_COMPILE_CACHE: named, XDG_CACHE_HOME: caches } = environment;
  enableCompileCache(named ?? join(caches || join(homedir(), '.cache'), 'fundgate'));
  // Node writes the cache at the end of a process; without this, a process that is killed would never write it.
  setTimeout(flushCompileCache, KEEP_AFTER_MS).unref();
}
