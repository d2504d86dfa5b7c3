import type { Kysely } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Findings } from '../../trail/checkpoint/findings.ts';
import { BATCH_ROWS, readInBatches, PROGRESS_ROWS } from './read-in-batches.ts';
import { LOOKED_UP_MAX, queuedAmong } from './queued-among.ts';

/** Reports events that have no checkpoint and do not wait for one, because the gateway did not write them. */
export async function findInserted(db: Kysely<Tables>, findings: Findings): Promise<void> {
  const unlisted = readInBatches<Stray>(async (after) => {
    const rows = await withoutCheckpoint(db)
      .$if(after !== null, (query) => query.where('event.id', '>', after?.id ?? ''))
      .limit(LOOKED_UP_MAX)
      .execute();
    const strays = await straysAmong(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...row, isStray: strays.has(row.id) }));
  }, LOOKED_UP_MAX);
  for await (const { id, subject, isStray } of unlisted) {
    if (!isStray) continue;
    const says = `Event ${id} is under no checkpoint and waits for none; the gateway did not write it.`;
    findings.add({ fault: 'event_inserted', event: id, subject, says });
  }
}

interface Stray {
  readonly id: string;
  readonly subject: string;
  readonly isStray: boolean;
}

const withoutCheckpoint = (db: Kysely<Tables>) =>
  db
    .selectFrom('event')
    .leftJoin('checkpointed_event', 'checkpointed_event.event_id', 'event.id')
    .leftJoin('checkpoint', 'checkpoint.number', 'checkpointed_event.checkpoint')
    .select(['event.id', 'event.subject'])
    .where('checkpoint.number', 'is', null)
    .orderBy('event.id');

/** Events without a checkpoint that are not queued and got no checkpoint meanwhile. */
async function straysAmong(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const queued = await queuedAmong(db, ids);
  const rest = ids.filter((id) => !queued.has(id));
  if (rest.length === 0) return new Set();
  const rows = await withoutCheckpoint(db).where('event.id', 'in', rest).execute();
  return new Set(rows.map(({ id }) => id));
}

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
      .leftJoin('feed', 'feed.event_id', 'event.id')
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
