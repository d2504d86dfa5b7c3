import { type Command, Help } from 'commander';

/** A word that may come next, and what it means. */
interface Word {
  readonly word: string;
  readonly means: string;
}

/** What may follow the words of a command. */
interface Completion {
  /** The words of the command, such as `partner create`; empty for the program. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly options: readonly Word[];
}

const help = new Help();

/** The words of every command, as the help lists them. */
export function completionsOf(program: Command): readonly Completion[] {
  const shared = help.visibleOptions(program).map(wordOf);
  return completionsBelow(program, [], shared);
}

function completionsBelow(
  command: Command,
  path: readonly string[],
  shared: readonly Word[],
): readonly Completion[] {
  const below = help.visibleCommands(command);
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, means: description })),
  );
  const own = help.visibleOptions(command).map(wordOf);
  const options = [...new Map([...own, ...shared].map((each) => [each.word, each])).values()];
  return [
    {
      path: path.join(' '),
      words: [...below.map((each) => ({ word: each.name(), means: each.description() })), ...choices],
      options,
    },
    ...below.flatMap((each) => completionsBelow(each, [...path, each.name()], shared)),
  ];
}

const wordOf = ({
  long,
  flags,
  description,
}: {
  long?: string | undefined;
  flags: string;
  description: string;
}): Word => ({
  word: long ?? flags,
  means: description,
});

/** The command that the scripts complete, which a person defines as an alias or a function. */
const NAME = 'fundgate';

/** For bash from 3.2 on, which macOS has: no associative arrays. */
export function bashScript(completions: readonly Completion[]): string {
  const words = (list: readonly Word[]) => list.map(({ word }) => word).join(' ');
  return [
    `# Completion of ${NAME} for bash.`,
    `_${NAME}() {`,
    `  local at='' word words='' options='' current="\${COMP_WORDS[COMP_CWORD]}"`,
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    ...pathCases(completions),
    `  done`,
    `  case $at in`,
    ...completions.map(
      (each) => `    '${each.path}') words='${words(each.words)}' options='${words(each.options)}' ;;`,
    ),
    `  esac`,
    `  case $current in -*) words=$options ;; esac`,
    `  COMPREPLY=($(compgen -W "$words" -- "$current"))`,
    `}`,
    // Where no word fits, such as for a folder, names of files do.
    `complete -o default -F _${NAME} ${NAME}`,
    '',
  ].join('\n');
}

/** For zsh, which shows what each word means. */
export function zshScript(completions: readonly Completion[]): string {
  const described = (list: readonly Word[]) =>
    list.map(({ word, means }) => quoted(`${word}:${means}`)).join(' ');
  return [
    `#compdef ${NAME}`,
    `_${NAME}() {`,
    // Not `path`, which zsh ties to PATH.
    `  local at='' word`,
    `  local -a following options`,
    `  for word in "\${(@)words[2,CURRENT-1]}"; do`,
    ...pathCases(completions),
    `  done`,
    `  case $at in`,
    ...completions.map(
      (each) =>
        `    '${each.path}') following=(${described(each.words)}) options=(${described(each.options)}) ;;`,
    ),
    `  esac`,
    `  if [[ $words[CURRENT] == -* ]]; then _describe option options`,
    `  elif (( $#following )); then _describe command following`,
    `  else _files; fi`,
    `}`,
    `compdef _${NAME} ${NAME}`,
    '',
  ].join('\n');
}

/** The step from one command to the one below it; other words, such as options and their values, change nothing. */
function pathCases(completions: readonly Completion[]): readonly string[] {
  const paths = completions.map(({ path }) => path).filter((path) => path !== '');
  return [
    `    case "$at $word" in`,
    `      ${paths.map((path) => `'${path.includes(' ') ? path : ` ${path}`}'`).join('|')}) at="\${at:+$at }$word" ;;`,
    `    esac`,
  ];
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
