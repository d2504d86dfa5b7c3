import { scheduler } from '../kernel/caller.ts';

/** What a partner is told of whoever acts for the provider. */
export const OPERATOR = 'operator';

/** Who did something, as a partner sees it: one of its own keys, the clock, or the provider. */
export function shownActor(actor: string, isOwnKey: boolean): string {
  return isOwnKey || actor === scheduler.actor ? actor : OPERATOR;
}
