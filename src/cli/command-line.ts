import { Command, CommanderError } from 'commander';
import { version } from '../kernel/version.ts';
import { addAuditCommands } from './audit-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { complaint } from './complaint.ts';
import { addEncryptionCommands } from './encryption-commands.ts';
import { help } from './help.ts';
import { addKeyCommands } from './key-commands.ts';
import { addMigrateCommands } from './migrate-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { addPartnerCommands } from './partner-commands.ts';
import { createSession } from './session.ts';
import { addStorageCommands } from './storage-commands.ts';
import { HELP_COLUMNS, type Terminal } from './terminal.ts';
import { addWebhookCommands } from './webhook-commands.ts';

/** Runs the command that the arguments name; resolves to the exit code, and never rejects. */
export async function runCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const json = args.includes('--json');
  const program = new Command('npm run --silent cli --')
    .description('What the operator of a gateway does from its machine, also while it runs.')
    .option('--json', 'print one JSON value')
    .version(version, '--version', 'print the version')
    .helpCommand(false)
    .configureHelp(help)
    // `complaint` prints the one sentence about an error; commander must not print a second one.
    .configureOutput({
      writeOut: terminal.out,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => terminal.columns ?? HELP_COLUMNS,
    })
    .exitOverride();
  const session = createSession(environment, terminal, json);
  addPartnerCommands(program, session);
  addKeyCommands(program, session);
  addOperatorCommands(program, session);
  addAuditCommands(program, session);
  addEncryptionCommands(program, session);
  addStorageCommands(program, session);
  addWebhookCommands(program, session, environment);
  addMigrateCommands(program, session);
  addBackupCommands(program, session);
  try {
    await program.parseAsync(args, { from: 'user' });
    return session.exitCode();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    terminal.err(`${complaint(error, json)}\n`);
    return 1;
  }
}
