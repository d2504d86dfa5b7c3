import { Command, CommanderError, Option } from 'commander';
import { nearestName } from '../../kernel/nearest-name.ts';
import { version } from '../../kernel/version.ts';
import { refusedStep } from '../open/start-step.ts';
import { errorText } from './error-text.ts';
import { help } from './help.ts';
import type { AddCommand } from './commands/command.ts';
import { createSession, type Session, WaitsForSecondPerson } from './session/session.ts';
import { createOutput } from './output/output.ts';
import { HELP_COLUMNS, type Terminal } from './output/terminal.ts';

/** The meaning of a first word: a command, or a noun with commands. */
type Word = AddCommand | { readonly says: string; readonly commands: readonly AddCommand[] };

/** In the order of the help. Each is loaded when it is used. */
const WORDS = new Map<string, () => Promise<{ readonly default: Word }>>([
  ['partner', () => import('./commands/partner-commands.ts')],
  ['provider', () => import('./commands/provider-commands.ts')],
  ['key', () => import('./commands/key-commands.ts')],
  ['operator', () => import('./commands/operator-commands.ts')],
  ['customer', () => import('./commands/customer-commands.ts')],
  ['settlement', () => import('./commands/settlement-commands.ts')],
  ['repayment', () => import('./commands/repayment-commands.ts')],
  ['policy', () => import('./commands/policy-commands.ts')],
  ['hold', () => import('./commands/hold-commands.ts')],
  ['approval', () => import('./commands/approval-commands.ts')],
  ['work-list', () => import('./commands/work-list-commands.ts')],
  ['requests', () => import('./requests/request-commands.ts')],
  ['audit', () => import('./commands/audit-commands.ts')],
  ['events', () => import('./commands/event-commands.ts')],
  ['encryption', () => import('./commands/encryption-commands.ts')],
  ['storage', () => import('./commands/storage-commands.ts')],
  ['webhook', () => import('./commands/webhook-commands.ts')],
  ['sandbox', () => import('./commands/sandbox-commands.ts')],
  ['migrate', () => import('./commands/migrate-commands.ts')],
  ['backup', () => import('./commands/backup-commands.ts')],
  ['restore', () => import('./commands/restore-commands.ts')],
  ['completion', () => import('./completion/completion-commands.ts')],
]);

/** Adds the commands of a word. Adds all commands for completion, and if there is no such word, for the help. */
async function addCommands(program: Command, session: Session, word: string): Promise<void> {
  const isOne = WORDS.has(word) && word !== 'completion';
  const words = [...WORDS].filter(([name]) => !isOne || name === word);
  const loaded = await Promise.all(
    words.map(async ([name, load]) => [name, (await load()).default] as const),
  );
  for (const [name, what] of loaded) {
    if (typeof what === 'function') what(program, session);
    else {
      const noun = program.command(name).description(what.says).helpCommand(false);
      for (const add of what.commands) add(noun, session);
    }
  }
}

/** The exit code if nothing was changed, because a second person must approve it first. */
const WAITS = 3;

/** The width of the terminal in the variable `COLUMNS` of POSIX. */
function columnsOf({ COLUMNS = '' }: NodeJS.ProcessEnv): number | null {
  return /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : null;
}

/** The error if the output of a command cannot be written. */
export const unwrittenText = (error: unknown, args: readonly string[]): string =>
  `${errorText(refusedStep('The output cannot be written', error), args.includes('--json'))}\n`;

/** Runs the command in the arguments. Resolves to the exit code and never rejects. */
export async function runCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
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
    // `errorText` makes the one sentence about an error, so commander must print nothing.
    .configureOutput({
      writeOut: terminal.out,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => columnsOf(environment) ?? terminal.columns ?? HELP_COLUMNS,
    })
    .exitOverride();
  let [word, isJson] = ['', args.includes('--json')];
  try {
    [word = ''] = program.parseOptions([...args]).operands;
    const { json, csv, xlsx } = program.opts<{ json?: true; csv?: true; xlsx?: string }>();
    isJson = json === true;
    const format = json ? 'json' : csv ? 'csv' : xlsx === undefined ? 'text' : 'xlsx';
    // The code that writes a file is loaded only if it is needed.
    const begin = format === 'xlsx' ? (await import('./output/workbook.ts')).beginWorkbook : null;
    const output = createOutput(terminal, format, begin && ((headings) => begin(xlsx ?? '', headings)));
    const session = createSession(environment, output);
    await addCommands(program, session, word);
    await program.parseAsync(args, { from: 'user' }).finally(output.endProgress);
    return session.exitCode();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof WaitsForSecondPerson) {
      terminal.out(
        isJson ? `${JSON.stringify({ pending_approval: error.pending })}\n` : `${error.message}\n`,
      );
      return WAITS;
    }
    const nearest = WORDS.has(word) ? undefined : nearestName(word, [...WORDS.keys()]);
    terminal.err(`${errorText(error, isJson, nearest)}\n`);
    return 1;
  }
}
