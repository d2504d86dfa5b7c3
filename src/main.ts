import { enableCache } from './run/compile-cache.ts';

enableCache(process.env);
// Loaded now, and not before, so that all of it is found in the cache.
const { start } = await import('./run/start.ts');
try {
  for (const line of await start()) console.error(line);
} catch (error) {
  const { startFailure } = await import('./run/start-failure.ts');
  console.error(startFailure(error));
  process.exit(1);
}
