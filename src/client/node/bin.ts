#!/usr/bin/env node
import { runCommand } from './command.ts';

/** If a signal ends a program, its exit code is 128 plus the number of the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

const stop = new AbortController();
let ended: number | null = null;
for (const [name, code] of Object.entries(SIGNALS))
  // Handled only once, so a second signal ends the process at once.
  process.once(name, () => {
    ended = code;
    stop.abort();
  });

// A reader such as `head` may stop before the end.
process.stdout.on('error', (error) => process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1));

const code = await runCommand(process.argv.slice(2), {
  environment: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  signal: stop.signal,
});
process.exitCode = ended ?? code;
