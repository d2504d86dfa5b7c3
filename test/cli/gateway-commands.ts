import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { COLUMNS_DEFAULT } from '../../src/cli/terminal.ts';

/** The command line over a folder of its own, as one process would run it after another. */
export function openCommandLine(environment: NodeJS.ProcessEnv = {}, columns = COLUMNS_DEFAULT) {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-cli-'));
  return {
    folder,
    async run(...args: string[]) {
      let out = '';
      let err = '';
      const code = await runCommandLine(
        args,
        { NODE_ENV: 'test', DATA_DIR: folder, ...environment },
        { out: (text) => (out += text), err: (text) => (err += text), columns },
      );
      return { code, out, err };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
