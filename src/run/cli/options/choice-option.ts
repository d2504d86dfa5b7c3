import { Option } from 'commander';

/**
 * An option whose values a shell completes. The description names them if it should, and the operation refuses
 * others, so the parser does neither.
 */
export function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  const option = new Option(flags, description);
  option.argChoices = [...choices];
  return option;
}
