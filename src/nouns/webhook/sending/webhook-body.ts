import { presentToPartner } from '../../event/event.present.ts';
import type { EventRow } from '../../../trail/record/event-row.ts';
import { exampleOf } from './example-event.ts';

/**
 * The body of a webhook: the event as the feed shows it to its partner. It is made from columns that never change, in a
 * fixed order, so every attempt has the same bytes.
 */
export const webhookBody = (event: EventRow, actorIsOwnKey: boolean): string =>
  JSON.stringify(presentToPartner(exampleOf(event), actorIsOwnKey));
