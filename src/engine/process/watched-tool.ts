import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `exec`s the program, and forks a shell that reads a pipe from this process: at its end without a line it sends the
 * program SIGTERM, which also makes PostgreSQL's tools cancel their query on the server. After a kill -9 of this
 * process nothing else would end a program that waits for the server or has read all of its input.
 */
const WATCH = `exec 3<&0 </dev/null
(read -r word || kill $$) <&3 >/dev/null 2>&1 &
exec "$0" "$@" 3<&-`;

/** The exit code of a shell that does not find a program. */
const NOT_FOUND = 127;

interface WatchedTool {
  readonly stdout: ChildProcessWithoutNullStreams['stdout'];
  readonly stderr: ChildProcessWithoutNullStreams['stderr'];
  /** Its exit code; null if a signal ended it, `absent` if this machine does not have it. */
  readonly ended: Promise<number | null | 'absent'>;
}

/** A program that ends when this process does, however that ends. It reads nothing. */
export function watchedTool(
  name: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): WatchedTool {
  const child = spawn('/bin/sh', ['-c', WATCH, name, ...args], { env: environment });
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(() => {
    child.stdin.end('ended\n');
    return child.exitCode === NOT_FOUND ? 'absent' : child.exitCode;
  });
  return { stdout: child.stdout, stderr: child.stderr, ended };
}
