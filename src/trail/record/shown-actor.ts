import { scheduler } from '../../kernel/caller.ts';

/** Partners see this instead of the name of an operator. */
export const OPERATOR = 'operator';

/** The author of a change as a partner sees it: one of its own keys, `clock`, or `operator`. */
export function shownActor(actor: string, isOwnKey: boolean): string {
  return isOwnKey || actor === scheduler.actor ? actor : OPERATOR;
}
