import type { Insertable, Kysely } from 'kysely';
import type { Caller } from '../../kernel/caller.ts';
import { timestamp } from '../../kernel/clock.ts';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import { newId } from '../../kernel/id.ts';
import type { SubjectNoun } from '../../kernel/nouns.ts';
import { inParts } from '../../engine/sql/in-parts.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { proofOf } from './event-mac.ts';
import type { EventRow } from './event-row.ts';
import type { EventType } from './event-types.ts';
import { isWithheld, withheld } from './withheld.ts';

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

/** An event of another author, or of another time, than the other events of its transaction. */
export interface DatedEvent extends NewEvent {
  readonly author?: Caller;
  readonly at?: Date;
}

interface Circumstances {
  readonly caller: Caller;
  readonly requestId: string;
  readonly now: Date;
  /** The keys of the proof of each event. */
  readonly keys: SecretKeys;
  readonly traceparent?: string | null;
}

/** Events of one statement: a few milliseconds of work. Between two statements, SQLite yields to the event loop. */
const TOGETHER_MAX = 128;

/**
 * Appends the events in the transaction of `db`, each with its proof and the next sequence number of its subject. The
 * timestamps of a subject never decrease, even if the clock was set back.
 */
export async function recordEvents(
  db: Kysely<Tables>,
  newEvents: readonly DatedEvent[],
  of: Circumstances,
): Promise<readonly EventRow[]> {
  if (newEvents.length === 0) return [];
  const events = newEvents.map(
    ({ id, type, subject, partnerId, data = {}, author = of.caller, at = of.now }) => ({
      id: id ?? newId('evt', at),
      type,
      subject: isWithheld(type) ? withheld(subject) : subject,
      partner_id: isWithheld(type) && partnerId !== null ? withheld(partnerId) : partnerId,
      actor: author.actor,
      request_id: of.requestId,
      created_at: timestamp(at),
      data: JSON.stringify(data),
      sequence: 1,
    }),
  );
  const numbered = newEvents.every(({ isFirst }) => isFirst) ? events : await following(db, events);
  const traceparent = of.traceparent ?? null;
  const rows = numbered.map((event) => ({ ...event, ...proofOf(event, of.keys), traceparent }));
  const parts = rows.length > TOGETHER_MAX ? inParts(rows, TOGETHER_MAX) : [rows];
  for (const part of parts) await insertEvents(db, { rows: part });
  return numbered;
}

/** The events with the numbers and times that come after the last events of their subjects. */
async function following(db: Kysely<Tables>, events: readonly EventRow[]): Promise<readonly EventRow[]> {
  const subjects = [...new Set(events.map(({ subject }) => subject))];
  const found = await lastOf(db, { subjects });
  const last = new Map<string, Pick<EventRow, 'sequence' | 'created_at'>>(
    found.map((row) => [row.subject, row]),
  );
  return events.map((event) => {
    const before = last.get(event.subject);
    const sequence = (before?.sequence ?? 0) + 1;
    const isLate = before !== undefined && before.created_at > event.created_at;
    const next = { ...event, sequence, created_at: isLate ? before.created_at : event.created_at };
    last.set(event.subject, next);
    return next;
  });
}

const lastOf = statement((db, { subjects }: { subjects: readonly string[] }) =>
  db
    .selectFrom('event')
    .select(['event.subject', 'event.sequence', 'event.created_at'])
    .where('event.subject', 'in', subjects)
    .where('event.sequence', '=', (eb) =>
      eb
        .selectFrom('event as own')
        .select(({ fn }) => fn.max<number>('own.sequence').as('last'))
        .whereRef('own.subject', '=', 'event.subject'),
    ),
);

const insertEvents = statement((db, { rows }: { rows: readonly Insertable<Tables['event']>[] }) =>
  db.insertInto('event').values(rows),
);
