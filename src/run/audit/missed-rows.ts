import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { OF_LATER_EVENTS } from '../../trail/record/later-events.ts';
import { OF_PURGED_PARTNER } from './of-purged-partner.ts';
import { BATCH_ROWS, readInBatches } from './read-in-batches.ts';

/** An event whose row is gone. */
export interface MissedRow {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: string;
  /** Whether the trail says that the records of its partner were removed. */
  readonly purged: SqlBool;
}

/**
 * The events of these types whose row is gone. A statement reads a batch of events, gone or not, by the index of types.
 * If it read on to the next row that is gone, it would read all events, and PostgreSQL ends a statement after some seconds.
 */
export async function* missedRows(
  db: Kysely<Tables>,
  types: readonly string[],
  isGone: Expression<SqlBool>,
): AsyncGenerator<MissedRow, void> {
  for (const type of types) {
    const events = readInBatches<Omit<MissedRow, 'purged'> & { readonly purged: SqlBool | null }>((after) =>
      db
        .selectFrom('event')
        .select(['event.id', 'event.type', 'event.subject', 'event.data'])
        // Null if the row is there.
        .select(sql<SqlBool | null>`case when ${isGone} then ${OF_PURGED_PARTNER} end`.as('purged'))
        .where('event.type', '=', type)
        .where(sql.raw<SqlBool>(OF_LATER_EVENTS))
        .where('event.id', '>', after?.id ?? '')
        .orderBy('event.id')
        .limit(BATCH_ROWS)
        .execute(),
    );
    for await (const { purged, ...event } of events) if (purged !== null) yield { ...event, purged };
  }
}
