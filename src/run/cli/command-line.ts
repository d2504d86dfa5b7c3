import { Command, CommanderError, Option } from 'commander';
import { nearestName } from '../../kernel/nearest-name.ts';
import { version } from '../../kernel/version.ts';
import { refusedStep } from '../start-step.ts';
import { errorText } from './error-text.ts';
import { help } from './help.ts';
import { createSession, type Session } from './session.ts';
import { createOutput } from './output/output.ts';
import { type BeginFile, type Format, HELP_COLUMNS, type Terminal } from './output/terminal.ts';

type AddCommands = (program: Command, session: Session, environment: NodeJS.ProcessEnv) => void;

/** The command that needs all other commands, because it lists them. */
const COMPLETION = 'completion';

/** The commands by their first word, in the order of the help; each is loaded when it is used. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommands>> = new Map([
  ['partner', async () => (await import('./commands/partner-commands.ts')).addPartnerCommands],
  ['key', async () => (await import('./commands/key-commands.ts')).addKeyCommands],
  ['operator', async () => (await import('./commands/operator-commands.ts')).addOperatorCommands],
  ['customer', async () => (await import('./commands/customer-commands.ts')).addCustomerCommands],
  ['settlement', async () => (await import('./commands/settlement-commands.ts')).addSettlementCommands],
  ['work-list', async () => (await import('./commands/work-list-commands.ts')).addWorkListCommand],
  ['requests', async () => (await import('./requests/request-commands.ts')).addRequestsCommand],
  ['audit', async () => (await import('./commands/audit-commands.ts')).addAuditCommands],
  ['events', async () => (await import('./commands/event-commands.ts')).addEventCommands],
  ['encryption', async () => (await import('./commands/encryption-commands.ts')).addEncryptionCommands],
  ['storage', async () => (await import('./commands/storage-commands.ts')).addStorageCommands],
  ['webhook', async () => (await import('./commands/webhook-commands.ts')).addWebhookCommands],
  ['migrate', async () => (await import('./commands/migrate-commands.ts')).addMigrateCommands],
  ['backup', async () => (await import('./commands/backup-commands.ts')).addBackupCommand],
  ['restore', async () => (await import('./commands/restore-commands.ts')).addRestoreCommand],
  [COMPLETION, async () => (await import('./completion/completion-commands.ts')).addCompletionCommand],
]);

/**
 * The commands of the first word; all of them where there is no such word, for the help, completion and the old
 * names.
 */
function commandsOf(args: readonly string[]): Promise<readonly AddCommands[]> {
  const word = firstWord(args);
  const load = word === COMPLETION ? undefined : COMMANDS.get(word);
  return Promise.all(load === undefined ? COMMANDS.values().map((each) => each()) : [load()]);
}

const firstWord = (args: readonly string[]): string => args.find((arg) => !arg.startsWith('-')) ?? '';

function formatOf(args: readonly string[]): Format {
  if (args.includes('--json')) return 'json';
  if (args.includes('--csv')) return 'csv';
  return fileOf(args) === null ? 'text' : 'xlsx';
}

/** The value of `--xlsx`; null without one, which commander refuses. */
function fileOf(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => arg === '--xlsx' || arg.startsWith('--xlsx='));
  const arg = args[at];
  if (arg === undefined) return null;
  return arg === '--xlsx' ? (args[at + 1] ?? null) : arg.slice('--xlsx='.length);
}

/** Loads what writes the file only for a command that has one. */
async function fileWriter(args: readonly string[]): Promise<BeginFile | null> {
  const path = formatOf(args) === 'xlsx' ? fileOf(args) : null;
  if (path === null) return null;
  const { beginWorkbook } = await import('./output/workbook.ts');
  return (headings) => beginWorkbook(path, headings);
}

/** The width of the terminal by `COLUMNS`, as POSIX has it. */
function columnsOf({ COLUMNS = '' }: NodeJS.ProcessEnv): number | null {
  return /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : null;
}

/** The error where the output of a command cannot be written. */
export const unwrittenText = (error: unknown, args: readonly string[]): string =>
  `${errorText(refusedStep('The output cannot be written', error), formatOf(args) === 'json')}\n`;

/** Runs the command that the arguments name; resolves to the exit code, and never rejects. */
export async function runCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const format = formatOf(args);
  const program = new Command('npm run --silent cli --')
    .description('Administers a gateway on its own machine, also while the gateway runs.')
    .option('--json', 'print one JSON value')
    .addOption(new Option('--csv', 'print a table as CSV, for a spreadsheet').conflicts('json'))
    .addOption(
      new Option('--xlsx <file>', 'write a table to this new file, for Excel').conflicts(['json', 'csv']),
    )
    .version(version, '--version', 'print the version')
    .helpCommand(false)
    .configureHelp(help)
    // `errorText` gives the one sentence about an error; commander must not print a second one.
    .configureOutput({
      writeOut: terminal.out,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => columnsOf(environment) ?? terminal.columns ?? HELP_COLUMNS,
    })
    .exitOverride();
  const session = createSession(
    environment,
    terminal,
    createOutput(terminal, format, await fileWriter(args)),
  );
  for (const add of await commandsOf(args)) add(program, session, environment);
  try {
    await program.parseAsync(args, { from: 'user' });
    return session.exitCode();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const word = firstWord(args);
    const nearest = COMMANDS.has(word) ? undefined : nearestName(word, [...COMMANDS.keys()]);
    terminal.err(`${errorText(error, format === 'json', nearest)}\n`);
    return 1;
  }
}
