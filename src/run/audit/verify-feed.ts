import type { Kysely } from 'kysely';
import { readerOf } from '../../trail/positions/feed.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { eventOf } from './event-of.ts';
import type { Findings } from '../../trail/checkpoint/findings.ts';
import { BATCH_ROWS, readInBatches, PROGRESS_ROWS } from './read-in-batches.ts';
import { queuedAmong } from './queued-among.ts';

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryQuery>['execute']>>[number];
type Entry = EntryRow & { readonly isQueued: boolean };

/**
 * Checks that the positions of the feed have no gap, that each position shows its event to the readers that the event
 * names, and that each event under a checkpoint has a position. So it finds an event that the feed hides, or shows to
 * the wrong readers.
 */
export async function verifyFeed(
  db: Kysely<Tables>,
  findings: Findings,
  progress: (positions: number) => void,
): Promise<void> {
  let last = 0;
  for await (const entry of entries(db)) {
    const due = last + 1;
    if (entry.position !== due) findings.add(gap(due, entry.position - 1));
    const fault = faultOf(entry);
    if (fault !== null) findings.add(changed(entry, fault));
    last = entry.position;
    if (last % PROGRESS_ROWS === 0) progress(last);
  }
  await findWithoutPosition(db, findings);
}

const gap = (from: number, to: number) =>
  ({
    fault: 'feed_changed',
    says:
      to > from
        ? `Positions ${from} to ${to} of the feed are missing.`
        : `Position ${from} of the feed is missing.`,
  }) as const;

const changed = ({ position, fed_event, fed_subject }: Entry, says: string) =>
  ({
    fault: 'feed_changed',
    event: fed_event,
    subject: fed_subject,
    says: `Position ${position} of the feed ${says}.`,
  }) as const;

const IS_FOR_OTHERS = 'is shown to others than its event is for';

/** The difference between an entry and its event, as the end of a sentence; null if they agree. */
function faultOf(entry: Entry): string | null {
  const event = eventOf(entry);
  if (event === null) {
    // The check of its checkpoint, or of its row in the queue, reports a missing event.
    return entry.listed !== null || entry.isQueued ? null : 'is of an event that is gone';
  }
  if (entry.fed_type !== event.type || entry.fed_subject !== event.subject)
    return 'tells of another event than it is of';
  // A text column of SQLite holds bytes if an attacker wrote bytes.
  if (event.partner_id !== null && typeof event.partner_id !== 'string') return IS_FOR_OTHERS;
  return entry.fed_partner === readerOf(event) ? null : IS_FOR_OTHERS;
}

function entries(db: Kysely<Tables>) {
  return readInBatches<Entry>(async (after) => {
    const rows = await entryQuery(db)
      .$if(after !== null, (query) => query.where('feed.position', '>', after?.position ?? 0))
      .execute();
    const gone = rows.filter((row) => row.listed === null && eventOf(row) === null);
    const queued = await queuedAmong(
      db,
      gone.map(({ fed_event }) => fed_event),
    );
    return rows.map((row) => ({ ...row, isQueued: queued.has(row.fed_event) }));
  });
}

const entryQuery = (db: Kysely<Tables>) =>
  db
    .selectFrom('feed')
    .leftJoin('event', 'event.id', 'feed.event_id')
    .leftJoin('checkpointed_event', 'checkpointed_event.event_id', 'feed.event_id')
    .selectAll('event')
    .select([
      'feed.position',
      'feed.event_id as fed_event',
      'feed.partner_id as fed_partner',
      'feed.type as fed_type',
      'feed.subject as fed_subject',
      'checkpointed_event.event_id as listed',
    ])
    .orderBy('feed.position')
    .limit(BATCH_ROWS);

async function findWithoutPosition(db: Kysely<Tables>, findings: Findings): Promise<void> {
  const unfed = readInBatches<{ event_id: string }>((after) =>
    db
      .selectFrom('checkpointed_event')
      .leftJoin('feed', 'feed.event_id', 'checkpointed_event.event_id')
      .select('checkpointed_event.event_id')
      .where('feed.position', 'is', null)
      .$if(after !== null, (query) => query.where('checkpointed_event.event_id', '>', after?.event_id ?? ''))
      .orderBy('checkpointed_event.event_id')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const { event_id } of unfed) {
    const says = `Event ${event_id} is under a checkpoint and has no position in the feed.`;
    findings.add({ fault: 'feed_changed', event: event_id, says });
  }
}
