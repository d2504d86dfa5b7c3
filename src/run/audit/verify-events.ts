import type { Kysely } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Findings } from '../../trail/checkpoint/findings.ts';
import { BATCH_ROWS, readInBatches, PROGRESS_ROWS } from './read-in-batches.ts';

interface Numbered {
  readonly id: string;
  readonly subject: string;
  readonly sequence: number;
  /** The position in the feed; null if the event has none yet. */
  readonly position: number | null;
}

/**
 * Reports missing numbers: the events of a subject are numbered from 1 without gaps. Their positions in the feed have
 * the order of the numbers.
 */
export async function findGaps(
  db: Kysely<Tables>,
  findings: Findings,
  progress: (events: number) => void,
): Promise<void> {
  const numbered = readInBatches<Numbered>((after) =>
    db
      .selectFrom('event')
      .leftJoin('feed', 'feed.event_number', 'event.number')
      .select(['event.id', 'event.subject', 'event.sequence', 'feed.position'])
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(
            eb.refTuple('event.subject', 'event.sequence'),
            '>',
            eb.tuple(after?.subject ?? '', after?.sequence ?? 0),
          ),
        ),
      )
      .orderBy('event.subject')
      .orderBy('event.sequence')
      .limit(BATCH_ROWS)
      .execute(),
  );
  let last: Numbered | null = null;
  let seen = 0;
  for await (const event of numbered) {
    const due: number = last?.subject === event.subject ? last.sequence + 1 : 1;
    if (event.sequence !== due) {
      const missing = event.sequence - 1 > due ? `Events ${due} to ${event.sequence - 1}` : `Event ${due}`;
      const says = `${missing} of ${event.subject} ${event.sequence - 1 > due ? 'are' : 'is'} missing.`;
      findings.add({ fault: 'event_missing', subject: event.subject, says });
    }
    if (last?.subject === event.subject && isBefore(event, last)) {
      const says = `Position ${event.position} of the feed is not in the order of the events of ${event.subject}.`;
      findings.add({ fault: 'feed_changed', event: event.id, subject: event.subject, says });
    }
    last = event;
    seen += 1;
    if (seen % PROGRESS_ROWS === 0) progress(seen);
  }
}

const isBefore = (event: Numbered, previous: Numbered): boolean =>
  event.position !== null && previous.position !== null && event.position < previous.position;
