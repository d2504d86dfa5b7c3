import { type Command, Help } from 'commander';
import { HELP_COLUMNS } from './output/terminal.ts';

/** The fewest columns of a description beside its term. On a narrower terminal it goes below the term. */
const WRAP_MIN = 20;
const INDENT = 2;
const USAGE = 'Usage: ';

/** The help lists every command of every noun at once, because there are few. */
export const help: Partial<Help> = {
  showGlobalOptions: true,
  minWidthToWrap: WRAP_MIN,
  formatItem: itemOf,
  visibleCommands: (command) => verbsOf(command),
  commandUsage: usageOf,
  // The descriptions name the choices themselves, if there are few.
  optionDescription: ({ description, required, defaultValue }) =>
    required && defaultValue !== undefined
      ? `${description} (default: ${JSON.stringify(defaultValue)})`
      : description,
  argumentDescription: ({ description }) => description,
  subcommandTerm: (command) => [...nounsOf(command), plain.subcommandTerm(command)].join(' '),
};

const plain = Object.assign(new Help(), { minWidthToWrap: WRAP_MIN });

function itemOf(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? HELP_COLUMNS;
  if (width - termWidth - 2 * INDENT >= WRAP_MIN)
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  const below = (text: string, indent: number) =>
    helper
      .boxWrap(text, width - indent)
      .split('\n')
      .map((line) => ' '.repeat(indent) + line);
  return [...below(term, INDENT), ...below(description, 3 * INDENT)].join('\n');
}

/** Lines begin in the same column. */
function usageOf(this: Partial<Help>, command: Command): string {
  const width = (this.helpWidth ?? HELP_COLUMNS) - USAGE.length;
  return plain.boxWrap(plain.commandUsage(command), width).replaceAll('\n', `\n${' '.repeat(USAGE.length)}`);
}

function verbsOf(command: Command): Command[] {
  return plain
    .visibleCommands(command)
    .flatMap((each) => (each.commands.length === 0 ? [each] : verbsOf(each)));
}

/** The names above a command, without the name of the program. */
function nounsOf({ parent }: Command): readonly string[] {
  return parent === null || parent.parent === null ? [] : [...nounsOf(parent), parent.name()];
}
