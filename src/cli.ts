// First, so that the files imported after it come from the compile cache.
await import('./run/compile-cache.js');
const { runCommandLine } = await import('./cli/command-line.ts');

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  columns: process.stdout.isTTY ? process.stdout.columns : null,
});
