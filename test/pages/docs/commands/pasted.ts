import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileNeeds } from '../../../support/needs.ts';

/** The tools that the pages require. */
const TOOLS = ['bash', 'curl', 'sha256sum', 'cmp', 'grep', 'openssl'];

/** Skips the tests of the file or of the `describe` on a machine that lacks a tool of the pages. */
export function needPastedCommands(): void {
  const lacking = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  fileNeeds(lacking.length === 0, `The commands of the pages need ${lacking.join(', ')}.`);
}

export interface Pasted {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** An empty folder in which commands of a page are pasted into bash. */
export function shell() {
  const cwd = mkdtempSync(join(tmpdir(), 'fundgate-docs-'));

  function bash(args: readonly string[], input: string, changes: NodeJS.ProcessEnv): Promise<Pasted> {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, NO_PROXY: '127.0.0.1', ...changes };
    return new Promise((resolve) => {
      const child = execFile('bash', args, { env, cwd }, (_, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
      // Bash may end before it has read its input; its exit code tells the failure.
      child.stdin?.on('error', () => {}).end(input);
    });
  }

  return {
    folder: cwd,
    /**
     * As a script that ends at the first error. Without `--norc` bash would read `~/.bashrc`: it takes the socket that
     * Node gives it as its input for a remote login.
     */
    script: (blocks: readonly string[], environment: NodeJS.ProcessEnv) =>
      bash(['--norc', '-c', ['set -euo pipefail', ...blocks].join('\n')], '', environment),
    /** As a reader pastes it, line after line, also after an error. */
    interactive: (blocks: readonly string[], environment: NodeJS.ProcessEnv) =>
      bash(['--norc', '-i'], `${blocks.join('\n')}\n`, environment),
    [Symbol.dispose]: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
