import type { Command } from 'commander';
import type { Page } from '../../../kernel/page.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { numberOf } from './option-value.ts';
import type { Session } from '../session/session.ts';

export interface ListOptions {
  readonly limit: number;
  readonly startingAfter?: string;
}

/** Adds `--limit` and `--starting-after`, which every list has. */
export function addListOptions(command: Command): Command {
  return command
    .option('--limit <count>', `how many to list, 1 to ${PAGE_LIMIT_MAX}`, numberOf, PAGE_LIMIT_MAX)
    .option('--starting-after <id>', 'continue after this id');
}

/** The options as the input of a list. */
export const listInput = ({ limit, startingAfter }: ListOptions) => ({
  limit,
  ...(startingAfter !== undefined && { starting_after: startingAfter }),
});

/** Says how to get the next page if the list continues; JSON has `has_more`. */
export function printMoreHint(
  session: Session,
  { hasOlder }: Page<unknown>,
  lastId: string | undefined,
): void {
  if (session.format === 'json' || !hasOlder || lastId === undefined) return;
  session.say(`There are more; continue with --starting-after ${lastId}`);
}
