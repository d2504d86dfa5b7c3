// First, so later imports come from the compile cache.
await import('./run/compile-cache.js');
const { start } = await import('./run/start.ts');
// If stderr fails, for example on a full disk, nothing can be said there; the gateway serves.
process.stderr.on('error', () => {});
try {
  for (const line of await start()) console.error(line);
} catch (error) {
  const { startFailure } = await import('./run/start-failure.ts');
  console.error(startFailure(error));
  process.exit(1);
}
