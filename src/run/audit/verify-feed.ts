import type { Selectable } from 'kysely';
import type { Findings } from '../../trail/checkpoint/findings.ts';
import { readerOf, subjectShown } from '../../trail/positions/feed.ts';
import type { EventRow } from '../../trail/record/event-row.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/** An entry of the feed with its event as the row is now; null if the event is gone. */
interface FeedCheck {
  readonly entry: Selectable<Tables['feed']>;
  readonly event: EventRow | null;
}

/**
 * Checks that the positions of the feed have no gap, and that each position shows its event to the readers that the
 * event names. So it finds an event that the feed hides, or shows to the wrong readers. Entries come in their order.
 */
export function feedCheck(findings: Findings): (check: FeedCheck) => void {
  let last = 0;
  return ({ entry, event }) => {
    const due = last + 1;
    last = entry.position;
    if (entry.position !== due) findings.add(gap(due, entry.position - 1));
    // The check of its checkpoint reports a missing event.
    const fault = event === null ? null : faultOf(entry, event);
    if (fault === null || event === null) return;
    findings.add({
      fault: 'feed_changed',
      event: event.id,
      subject: event.subject,
      says: `Position ${entry.position} of the feed ${fault}.`,
    });
  };
}

const gap = (from: number, to: number) =>
  ({
    fault: 'feed_changed',
    says:
      to > from
        ? `Positions ${from} to ${to} of the feed are missing.`
        : `Position ${from} of the feed is missing.`,
  }) as const;

const IS_FOR_OTHERS = 'is shown to the wrong readers';

/** The difference between an entry and its event, as the end of a sentence; null if they agree. */
function faultOf(entry: FeedCheck['entry'], event: EventRow): string | null {
  if (entry.type !== event.type || entry.subject !== subjectShown(event))
    return 'does not describe its event';
  // A text column of SQLite can hold bytes, if an attacker wrote them.
  if (event.partner_id !== null && typeof event.partner_id !== 'string') return IS_FOR_OTHERS;
  return entry.partner_id === readerOf(event) ? null : IS_FOR_OTHERS;
}
