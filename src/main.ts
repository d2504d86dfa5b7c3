// First, so later imports come from the compile cache.
await import('./run/compile-cache.js');
const { start } = await import('./run/start.ts');
try {
  for (const line of await start()) console.error(line);
} catch (error) {
  const { startFailure } = await import('./run/start-failure.ts');
  console.error(startFailure(error));
  process.exit(1);
}
