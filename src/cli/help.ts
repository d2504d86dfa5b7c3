import { type Command, Help } from 'commander';

/** Help that lists every command of every noun at once, as there are few. Old names of commands are hidden. */
export const help: Partial<Help> = {
  showGlobalOptions: true,
  minWidthToWrap: 20,
  visibleCommands: (command) => verbsOf(command),
  subcommandTerm: (command) => [...nounsOf(command), plain.subcommandTerm(command)].join(' '),
};

const plain = new Help();

function verbsOf(command: Command): Command[] {
  return plain
    .visibleCommands(command)
    .flatMap((each) => (each.commands.length === 0 ? [each] : verbsOf(each)));
}

/** The names above a command, without the name of the program. */
function nounsOf({ parent }: Command): readonly string[] {
  return parent === null || parent.parent === null ? [] : [...nounsOf(parent), parent.name()];
}
