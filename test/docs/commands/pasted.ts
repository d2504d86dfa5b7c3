import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The tools that the pages require. */
const TOOLS = ['bash', 'curl', 'sha256sum', 'cmp', 'sqlite3', 'grep', 'openssl'];

/** The tools that this machine lacks; the tests that paste commands are skipped then. */
export const lacking = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);

/** The compile cache of Node: with it a command starts in half the time. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'fundgate-compiled');
const CLI = new URL('../../../src/cli.ts', import.meta.url).pathname;

/** `npm run --silent cli -- ...` as npm would run it, without the half second that npm takes. */
const NPM = `npm() {
  [ "$1 $2 $3 $4" = "run --silent cli --" ] || { echo "npm $* is not for this test" >&2; return 1; }
  shift 4; "${process.execPath}" "${CLI}" "$@"
}
`;

export interface Pasted {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** An empty folder in which commands of a page are pasted into bash, with a function that runs the command line. */
export function shell() {
  let npm = NPM;

  const cwd = mkdtempSync(join(tmpdir(), 'fundgate-docs-'));

  function bash(args: readonly string[], input: string, changes: NodeJS.ProcessEnv): Promise<Pasted> {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NO_PROXY: '127.0.0.1', NODE_COMPILE_CACHE, ...changes };
    return new Promise((resolve) => {
      const child = execFile('bash', args, { env, cwd }, (_, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
      child.stdin?.end(input);
    });
  }

  return {
    folder: cwd,
    /** Runs commands by another function than one that starts a process for each. */
    runBy(other: string): void {
      npm = other;
    },
    /** As a script that ends at the first error. */
    script: (blocks: readonly string[], environment: NodeJS.ProcessEnv) =>
      bash(['-c', `set -euo pipefail\n${npm}${blocks.join('\n')}`], '', environment),
    /** As a reader pastes it, line after line, also after an error. */
    interactive: (blocks: readonly string[], environment: NodeJS.ProcessEnv) =>
      bash(['--norc', '-i'], `${npm}${blocks.join('\n')}\n`, environment),
    [Symbol.dispose]: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
