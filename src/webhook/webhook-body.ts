import { presentToPartner } from '../event/event.present.ts';
import type { EventRow } from '../journal/record.ts';

/**
 * The body of a webhook: the event as the feed shows it to its partner. It depends on what is never altered, so it has
 * the same bytes at every attempt.
 */
export function webhookBody(event: EventRow, actorIsOwnKey: boolean): string {
  return JSON.stringify(presentToPartner(event, actorIsOwnKey));
}
