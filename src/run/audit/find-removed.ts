import { type Kysely, type SqlBool, sql } from 'kysely';
import type { EventType } from '../../trail/record/event-types.ts';
import { OF_LATER_EVENTS } from '../../trail/record/later-events.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { type Findings, removed } from '../../trail/checkpoint/findings.ts';
import { BATCH_ROWS, readInBatches } from './read-in-batches.ts';

interface Recorded {
  readonly table: 'api_key' | 'operator' | 'instant_settlement';
  /** The event of each new row. */
  readonly created: EventType;
  /** How the subject of that event begins; the id of the row follows. */
  readonly prefix: 'key/' | 'operator/' | 'funding/';
}

/** Reports the rows of a table that have events in the trail and are gone. */
export async function findRemoved(
  db: Kysely<Tables>,
  { table, created, prefix }: Recorded,
  findings: Findings,
): Promise<void> {
  const id = sql`substr(event.subject, ${sql.lit(prefix.length + 1)})`;
  const isGone = sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as kept where kept.id = ${id})`;
  const orphans = readInBatches<{ id: string; subject: string }>((after) =>
    db
      .selectFrom('event')
      .select(['id', 'subject'])
      .where('type', '=', created)
      .where(sql.raw<SqlBool>(OF_LATER_EVENTS))
      .where(isGone)
      .$if(after !== null, (query) => query.where('id', '>', after?.id ?? ''))
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute(),
  );
  for await (const { subject } of orphans) findings.add(removed(subject));
}
