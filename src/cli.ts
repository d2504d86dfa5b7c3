// First, so later imports come from the compile cache.
await import('./run/compile-cache.js');
const { yieldToGateways } = await import('./run/cli/low-priority.ts');
const { runCommandLine, unwrittenText } = await import('./run/cli/command-line.ts');

const args = process.argv.slice(2);

// A reader such as `head` may stop before the end. Any other error of the output is a failure.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  process.stderr.write(unwrittenText(error, args));
  process.exit(1);
});
// If stderr fails, nothing can be reported, and the output may still be complete.
process.stderr.on('error', () => {});

process.exitCode = await runCommandLine(args, process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  // A terminal that does not know its width reports 0.
  columns: (process.stdout.isTTY && process.stdout.columns) || null,
  yieldToGateways,
  errColumns: (process.stderr.isTTY && process.stderr.columns) || null,
});
