import { runCommandLine } from './cli/command-line.ts';
import { COLUMNS_DEFAULT } from './cli/terminal.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  columns: process.stdout.columns ?? COLUMNS_DEFAULT,
});
