import { runCommandLine } from '../../src/run/cli/command-line.ts';

/** Runs the command line in this process with exactly this environment, as wide as a terminal of 80 columns. */
export async function runCommand(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const said = { out: '', err: '' };
  const terminal = {
    columns: 80,
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
  };
  const code = await runCommandLine(args, environment, terminal);
  return { code, ...said };
}
