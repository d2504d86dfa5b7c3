import { enableCache } from './run/compile-cache.ts';

enableCache(process.env);
// Imported after the compile cache is enabled, so that these files come from the cache.
const { runCommandLine } = await import('./cli/command-line.ts');

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  columns: process.stdout.isTTY ? process.stdout.columns : null,
});
