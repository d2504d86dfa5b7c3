import { presentToPartner } from '../../event/event.present.ts';
import type { EventRow } from '../../../trail/record/record.ts';

/**
 * The body of a webhook: the event as the feed shows it to its partner. It is made of columns that never change, in a
 * fixed order, so it has the same bytes at every attempt.
 */
export const webhookBody = (event: EventRow, actorIsOwnKey: boolean): string =>
  JSON.stringify(presentToPartner(event, actorIsOwnKey));
