import { Command, CommanderError, Option } from 'commander';
import { nearestName } from '../../kernel/nearest-name.ts';
import { version } from '../../kernel/version.ts';
import { refusedStep } from '../start-step.ts';
import { errorText } from './error-text.ts';
import { help } from './help.ts';
import type { AddCommand } from './commands/command.ts';
import { createSession, type Session } from './session.ts';
import { createOutput } from './output/output.ts';
import { type BeginFile, type Format, HELP_COLUMNS, type Terminal } from './output/terminal.ts';

/** The command that needs all other commands, because it lists them. */
const COMPLETION = 'completion';

/** A first word: a command, or a noun with commands. They are loaded when they are used. */
interface Word {
  /** What the noun is; absent for a command. */
  readonly says?: string;
  readonly load: () => Promise<readonly AddCommand[]>;
}

/** In the order of the help. */
const WORDS: Readonly<Record<string, Word>> = {
  partner: {
    says: 'partners',
    load: async () => (await import('./commands/partner-commands.ts')).partnerCommands,
  },
  key: { says: 'API keys', load: async () => (await import('./commands/key-commands.ts')).keyCommands },
  operator: {
    says: 'operators, who are people',
    load: async () => (await import('./commands/operator-commands.ts')).operatorCommands,
  },
  customer: {
    says: 'customers, whom partners onboard',
    load: async () => (await import('./commands/customer-commands.ts')).customerCommands,
  },
  settlement: {
    says: 'requests for funding',
    load: async () => (await import('./commands/settlement-commands.ts')).settlementCommands,
  },
  'work-list': { load: async () => [(await import('./commands/work-list-commands.ts')).workListCommand] },
  requests: { load: async () => [(await import('./requests/request-commands.ts')).requestsCommand] },
  audit: {
    says: 'the trail of events and the checkpoints over it',
    load: async () => (await import('./commands/audit-commands.ts')).auditCommands,
  },
  events: {
    says: 'the feed of events',
    load: async () => (await import('./commands/event-commands.ts')).eventCommands,
  },
  encryption: {
    says: 'the secrets that everything is encrypted with',
    load: async () => (await import('./commands/encryption-commands.ts')).encryptionCommands,
  },
  storage: {
    says: 'the bytes of documents',
    load: async () => (await import('./commands/storage-commands.ts')).storageCommands,
  },
  webhook: {
    says: 'webhooks of all partners',
    load: async () => (await import('./commands/webhook-commands.ts')).webhookCommands,
  },
  metrics: {
    says: 'files for monitoring',
    load: async () => (await import('./commands/metrics-commands.ts')).metricsCommands,
  },
  migrate: { load: async () => [(await import('./commands/migrate-commands.ts')).migrateCommand] },
  backup: { load: async () => [(await import('./commands/backup-commands.ts')).backupCommand] },
  restore: { load: async () => [(await import('./commands/restore-commands.ts')).restoreCommand] },
  [COMPLETION]: {
    load: async () => [(await import('./completion/completion-commands.ts')).addCompletion],
  },
};

/** Adds the commands of the first word; all of them if there is no such word, for the help and completion. */
async function addCommands(program: Command, session: Session, word: string): Promise<void> {
  const isOne = Object.hasOwn(WORDS, word) && word !== COMPLETION;
  const words = Object.entries(WORDS).filter(([name]) => !isOne || name === word);
  const loaded = await Promise.all(words.map(([, { load }]) => load()));
  words.forEach(([name, { says }], at) => {
    const above = says === undefined ? program : program.command(name).description(says).helpCommand(false);
    for (const add of loaded[at] ?? []) add(above, session);
  });
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
  const word = firstWord(args);
  await addCommands(program, session, word);
  try {
    await program.parseAsync(args, { from: 'user' });
    return session.exitCode();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const nearest = Object.hasOwn(WORDS, word) ? undefined : nearestName(word, Object.keys(WORDS));
    terminal.err(`${errorText(error, format === 'json', nearest)}\n`);
    return 1;
  }
}
