// First, so that the files imported after it come from the compile cache.
await import('./run/compile-cache.js');
const { runCommandLine } = await import('./cli/command-line.ts');

// A reader such as `head` may have enough before the end; anything else that cannot be written is a failure.
process.stdout.on('error', (error) => process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  // A terminal that does not know its width says 0.
  columns: (process.stdout.isTTY && process.stdout.columns) || null,
});
