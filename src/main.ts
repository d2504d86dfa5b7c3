import { enableCache } from './run/compile-cache.ts';

enableCache(process.env);
// Imported after the compile cache is enabled, so that these files come from the cache.
const { start } = await import('./run/start.ts');
try {
  for (const line of await start()) console.error(line);
} catch (error) {
  const { startFailure } = await import('./run/start-failure.ts');
  console.error(startFailure(error));
  process.exit(1);
}
