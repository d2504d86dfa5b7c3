import { Command, CommanderError } from 'commander';
import { complaint, type Terminal } from './complaint.ts';
import { addKeyCommands } from './key-commands.ts';
import { addPartnerCommands } from './partner-commands.ts';
import { createSession } from './session.ts';

/** Runs the command that the arguments name; resolves to the exit code, and never rejects. */
export async function runCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const json = args.includes('--json');
  const program = new Command('cli')
    .description('Sets up the partners of a gateway and their API keys, also while it runs.')
    .option('--json', 'print one JSON value')
    .configureHelp({ showGlobalOptions: true })
    // What goes wrong is told once, by `complaint`.
    .configureOutput({ writeOut: terminal.out, writeErr: () => {}, outputError: () => {} })
    .exitOverride();
  const session = createSession(environment, (text) => terminal.out(text), json);
  addPartnerCommands(program, session);
  addKeyCommands(program, session);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    terminal.err(`${complaint(error, json)}\n`);
    return 1;
  }
}
