import { Argument } from 'commander';
import { refusal } from '../../../kernel/errors.ts';
import type { AddCommand } from '../commands/command.ts';
import { bashScript, completionsOf, zshScript } from './completion.ts';

const SHELLS = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
]);

/** `completion` covers all commands that are added to the program. */
const addCompletion: AddCommand = (program, session) => {
  const names = [...SHELLS.keys()];
  const shell = new Argument('<shell>', names.join(' or '));
  shell.argChoices = names;
  program
    .command('completion')
    .description('print what a shell needs to complete the words of a command named fundgate')
    .addArgument(shell)
    .action((name: string) => {
      const script = SHELLS.get(name);
      if (script === undefined)
        throw refusal('parameter_invalid', `must be one of ${names.join(', ')}`, { path: ['shell'] });
      session.printScript(script(completionsOf(program)));
    });
};

export default addCompletion;
