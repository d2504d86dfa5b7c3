import { type Command, Help } from 'commander';

/** Help that shows every command of every noun at once; there are few enough, and nobody has to dig for one. */
export const help: Partial<Help> = {
  showGlobalOptions: true,
  minWidthToWrap: 20,
  visibleCommands: (command) => verbsOf(command),
  subcommandTerm: (command) => [...nounsOf(command), plain.subcommandTerm(command)].join(' '),
};

const plain = new Help();

function verbsOf(command: Command): Command[] {
  return command.commands.flatMap((each) => (each.commands.length === 0 ? [each] : verbsOf(each)));
}

/** The names above a command, less that of the program. */
function nounsOf({ parent }: Command): readonly string[] {
  return parent === null || parent.parent === null ? [] : [...nounsOf(parent), parent.name()];
}
