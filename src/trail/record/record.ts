import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import { timestamp } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { SubjectNoun } from '../../kernel/nouns.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { EventType } from './event-types.ts';
import { isWithheld, withheld } from './withheld.ts';

export type EventRow = Selectable<Tables['event']>;

export interface NewEvent {
  /** Set if the id must be known before the event is written. */
  readonly id?: string;
  readonly type: EventType;
  /** `noun/id` of the record that changed. The transaction has locked its row, so the sequence has no gap. */
  readonly subject: `${SubjectNoun}/${string}`;
  readonly partnerId: string | null;
  /** Whether this event creates the subject, so that it has no events before. */
  readonly isFirst?: true;
  /** Names of fields, states, ids, counts; never a personal value. */
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Circumstances {
  readonly caller: Caller;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Appends the events in the transaction of `db`, each with the next sequence number of its subject. The timestamps of a
 * subject never decrease, even if the clock was set back.
 */
export async function recordEvents(
  db: Kysely<Tables>,
  newEvents: readonly NewEvent[],
  at: Circumstances,
): Promise<readonly EventRow[]> {
  if (newEvents.length === 0) return [];
  const events = newEvents.map(({ id, type, subject, partnerId, data = {} }) => ({
    id: id ?? newId('evt', at.now),
    type,
    subject: isWithheld(type) ? withheld(subject) : subject,
    partner_id: isWithheld(type) && partnerId !== null ? withheld(partnerId) : partnerId,
    actor: at.caller.actor,
    request_id: at.requestId,
    created_at: timestamp(at.now),
    data: JSON.stringify(data),
  }));
  if (newEvents.every(({ isFirst }) => isFirst)) {
    const rows = events.map((event) => ({ ...event, sequence: 1 }));
    await insertFirst(db, { rows });
    return rows;
  }
  const written = new Map<string, Pick<EventRow, 'sequence' | 'created_at'>>();
  for (const wave of wavesOf(events)) {
    for (const { id, ...given } of await insertNext(db, { events: wave })) written.set(id, given);
  }
  return events.map((event) => ({ sequence: 0, ...event, ...written.get(event.id) }));
}

type Unnumbered = Omit<EventRow, 'sequence'>;

/**
 * Splits the events so that each group has at most one event of a subject, because a statement cannot see the numbers
 * that it assigns itself.
 */
function wavesOf(events: readonly Unnumbered[]): readonly (readonly Unnumbered[])[] {
  const waves: Unnumbered[][] = [];
  for (const event of events) {
    const free = waves.find((wave) => wave.every(({ subject }) => subject !== event.subject));
    if (free === undefined) waves.push([event]);
    else free.push(event);
  }
  return waves;
}

const insertFirst = statement((db, { rows }: { rows: readonly Insertable<Tables['event']>[] }) =>
  db.insertInto('event').values(rows),
);

const insertNext = statement((db, { events }: { events: readonly Unnumbered[] }) =>
  db
    .insertInto('event')
    .values((eb) =>
      events.map((event) => ({
        ...event,
        created_at: eb.fn.coalesce(
          eb
            .selectFrom('event')
            .select((last) =>
              last
                .case()
                .when('created_at', '>', event.created_at)
                .then(last.ref('created_at'))
                .else(event.created_at)
                .end()
                .as('moment'),
            )
            .where('subject', '=', event.subject)
            .orderBy('sequence', 'desc')
            .limit(1),
          sql.val(event.created_at),
        ),
        sequence: eb
          .selectFrom('event')
          .select(sql<number>`coalesce(max(sequence), 0) + 1`.as('next'))
          .where('subject', '=', event.subject),
      })),
    )
    .returning(['id', 'sequence', 'created_at']),
);
