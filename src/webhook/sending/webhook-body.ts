import { EventView, presentToPartner } from '../../event/event.present.ts';
import type { EventRow } from '../../journal/record.ts';
import { memberNames } from '../../pipeline/input/read-input.ts';

const MEMBERS = memberNames(EventView);

/**
 * The body of a webhook: the event as the feed shows it to its partner. It is made of columns that never change, in a
 * fixed order, so it has the same bytes at every attempt.
 */
export function webhookBody(event: EventRow, actorIsOwnKey: boolean): string {
  const view = presentToPartner(event, actorIsOwnKey);
  return JSON.stringify(Object.fromEntries(MEMBERS.map((name) => [name, Reflect.get(view, name)])));
}
