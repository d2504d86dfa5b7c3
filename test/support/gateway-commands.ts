import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/run/cli/command-line.ts';
import { HELP_COLUMNS } from '../../src/run/cli/output/terminal.ts';

/** The command line over the folder of `DATA_DIR` or its own one, as if one process after another ran it. */
export function openCommandLine(environment: NodeJS.ProcessEnv = {}, usualColumns = HELP_COLUMNS) {
  const given = environment['DATA_DIR'];
  const folder = given ?? mkdtempSync(join(tmpdir(), 'fundgate-cli-'));
  return {
    folder,
    run(...args: string[]) {
      return this.runIn(usualColumns, ...args);
    },
    /** In a terminal of so many columns; null for a file or a pipe. */
    async runIn(width: number | null, ...args: string[]) {
      let out = '';
      let err = '';
      const code = await runCommandLine(
        args,
        { NODE_ENV: 'test', DATA_DIR: folder, ...environment },
        { out: (text) => (out += text), err: (text) => (err += text), columns: width },
      );
      return { code, out, err };
    },
    [Symbol.dispose]() {
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
