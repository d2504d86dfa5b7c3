import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Replaces this shell by the program, and starts a second shell that waits for a line from this process. If this
 * process ends without sending the line, the second shell sends SIGTERM to the program. PostgreSQL's tools then also
 * cancel their query on the server. After a kill -9 of this process, nothing else would end a program that waits for
 * the server or has read all of its input.
 */
const WATCH = `exec 3<&0 </dev/null
(read -r word || kill $$) <&3 >/dev/null 2>&1 &
exec "$0" "$@" 3<&-`;

/** The exit code of a shell if it does not find a program. */
const NOT_FOUND = 127;

interface WatchedTool {
  readonly stdout: ChildProcessWithoutNullStreams['stdout'];
  readonly stderr: ChildProcessWithoutNullStreams['stderr'];
  /** The exit code; null if a signal ended the program, `absent` if this machine does not have it. */
  readonly ended: Promise<number | null | 'absent'>;
}

/** Starts a program that ends with this process, even after a kill -9. The program gets no input. */
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
