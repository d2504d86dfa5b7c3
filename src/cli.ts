// First, so that the files imported after it come from the compile cache.
await import('./run/compile-cache.js');
const { runCommandLine, unwrittenText } = await import('./run/cli/command-line.ts');

const args = process.argv.slice(2);

// A reader such as `head` may have enough before the end; anything else that cannot be written is a failure.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  process.stderr.write(unwrittenText(error, args));
  process.exit(1);
});
// What cannot be said here cannot be said at all, and the output may be whole.
process.stderr.on('error', () => {});

process.exitCode = await runCommandLine(args, process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  // A terminal that does not know its width says 0.
  columns: (process.stdout.isTTY && process.stdout.columns) || null,
});
