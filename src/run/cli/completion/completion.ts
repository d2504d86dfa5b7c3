import { type Command, Help, type Option } from 'commander';
import { shellWord } from '../../../engine/process/shell-word.ts';

/** A word that may come next, and what it means. */
interface Word {
  readonly word: string;
  readonly means: string;
}

/** The words that may follow the words of a command. */
interface Completion {
  /** The words of the command, such as `partner create`; empty for the program. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly options: readonly Word[];
  /** The options that take a value. */
  readonly valued: readonly Option[];
}

const help = new Help();

/** The completions of every command below this one, in the order of the help. */
export function completionsOf(
  command: Command,
  path: readonly string[] = [],
  shared: readonly Word[] = help.visibleOptions(command).map(wordOf),
): readonly Completion[] {
  const below = help.visibleCommands(command);
  const visible = help.visibleOptions(command);
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, means: description })),
  );
  const options = new Map([...visible.map(wordOf), ...shared].map((each) => [each.word, each]));
  return [
    {
      path: path.join(' '),
      words: [...below.map((each) => ({ word: each.name(), means: each.description() })), ...choices],
      options: [...options.values()],
      valued: visible.filter(({ required }) => required),
    },
    ...below.flatMap((each) => completionsOf(each, [...path, each.name()], shared)),
  ];
}

function wordOf({ long, flags, description }: Option): Word {
  return { word: long ?? flags, means: description };
}

/** The command that the scripts complete; a person defines it as an alias or a function. */
const NAME = 'fundgate';

/** Runs in bash 3.2 too, which macOS has: no associative arrays. */
export function bashScript(completions: readonly Completion[]): string {
  const words = (list: readonly Word[]) => list.map(({ word }) => word).join(' ');
  return [
    `# Completion of ${NAME} for bash.`,
    `_${NAME}() {`,
    `  local at='' word words='' options='' list='' begun=''`,
    `  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"`,
    // bash splits --review=auto into three words.
    `  if [ "$current" = = ]; then current=''`,
    `  elif [ "$before" = = ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi`,
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    ...pathCases(completions),
    `  done`,
    `  case $at in`,
    ...completions.map(
      (each) => `    '${each.path}') words='${words(each.words)}' options='${words(each.options)}' ;;`,
    ),
    `  esac`,
    `  case "$at $before" in`,
    // A value without choices is no file either, but bash before version 4 offers files.
    ...valueCases(completions, ({ argChoices: values = [] }) =>
      values.length > 0 ? `words='${values.join(' ')}'` : `words='' ; compopt +o default 2>/dev/null`,
    ),
    `    *) case $current in -*) words=$options ;; esac ;;`,
    `  esac`,
    // Only the last item of a list is completed.
    `  case $list$current in 1*,*) begun="\${current%,*}," current="\${current##*,}" ;; esac`,
    `  COMPREPLY=($(compgen -P "$begun" -W "$words" -- "$current"))`,
    `}`,
    // If no word matches, file names are offered, for example for a folder.
    `complete -o default -F _${NAME} ${NAME}`,
    '',
  ].join('\n');
}

/** For zsh, which also shows the meaning of each word. */
export function zshScript(completions: readonly Completion[]): string {
  const described = (list: readonly Word[]) =>
    list.map(({ word, means }) => shellWord(`${word}:${means}`)).join(' ');
  return [
    `#compdef ${NAME}`,
    `_${NAME}() {`,
    // Not called `path`, because zsh ties that name to PATH.
    `  local at='' word means='' list='' before=$words[CURRENT-1]`,
    `  local -a following options values`,
    `  for word in "\${(@)words[2,CURRENT-1]}"; do`,
    ...pathCases(completions),
    `  done`,
    `  case $at in`,
    ...completions.map(
      (each) =>
        `    '${each.path}') following=(${described(each.words)}) options=(${described(each.options)}) ;;`,
    ),
    `  esac`,
    `  if [[ $words[CURRENT] == --*=* ]]; then before=\${words[CURRENT]%%=*}; compset -P '*='; fi`,
    `  case "$at $before" in`,
    ...valueCases(
      completions,
      ({ description, argChoices = [] }) =>
        `means=${shellWord(description)} values=(${argChoices.join(' ')})`,
    ),
    `  esac`,
    `  if [[ -n $list ]]; then compset -P '*,'; fi`,
    `  if (( $#values )); then _describe $means values`,
    `  elif [[ -n $means ]]; then _message $means`,
    `  elif [[ $words[CURRENT] == -* ]]; then _describe option options`,
    `  elif (( $#following )); then _describe command following`,
    `  else _files; fi`,
    `}`,
    // In a folder of `fpath` this file is the body of the function. Sourced from .zshrc it may run before compinit.
    `if [[ $funcstack[1] == _${NAME} ]]; then _${NAME} "$@"`,
    `else`,
    `  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }`,
    `  compdef _${NAME} ${NAME}`,
    `fi`,
    '',
  ].join('\n');
}

/** A `case` for completing the value of the preceding option. Options with the same values share a branch. */
function valueCases(
  completions: readonly Completion[],
  stepsOf: (option: Option) => string,
): readonly string[] {
  const options = completions.flatMap(({ path, valued }) => valued.map((option) => ({ path, option })));
  const branches = Map.groupBy(
    options,
    ({ option }) => (option.flags.endsWith(' <list>') ? 'list=1 ' : '') + stepsOf(option),
  );
  const placeOf = ({ path, option }: (typeof options)[number]) => `'${path} ${option.long}'`;
  return [...branches].map(([steps, places]) => `    ${places.map(placeOf).join('|')}) ${steps} ;;`);
}

/** A `case` that walks from a command to its subcommand. Options and their values do not change the command. */
function pathCases(completions: readonly Completion[]): readonly string[] {
  const paths = completions.map(({ path }) => path).filter((path) => path !== '');
  return [
    `    case "$at $word" in`,
    `      ${paths.map((path) => `'${path.includes(' ') ? path : ` ${path}`}'`).join('|')}) at="\${at:+$at }$word" ;;`,
    `    esac`,
  ];
}
