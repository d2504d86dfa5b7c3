import type { Kysely } from 'kysely';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import { hasValidMac } from '../record/event-mac.ts';
import { withoutRepeats } from '../positions/give-positions.ts';
import type { EventRow } from '../record/record.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/** Events of one checkpoint: some milliseconds of work, during which writers on SQLite and the event loop wait. */
export const CHECKPOINT_EVENTS_MAX = 500;

/** A row of the queue with its event. */
export type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingEvents>['execute']>>[number];

interface Waiting {
  readonly rows: readonly WaitingRow[];
  readonly forged: readonly WaitingRow[];
}

/**
 * The first queued events that have a position. If only other processes have the key of an event, the event is left to
 * them. MACs are checked again here: a position that the gateway did not write proves nothing.
 */
export async function nextBatch(db: Kysely<Tables>, keys: SecretKeys): Promise<Waiting> {
  const known = keys.map(keyId);
  let rows: readonly WaitingRow[] = [];
  // A whole range may consist of rows that the gateway did not write. They stay, and the next range follows.
  for (let after = Number.MIN_SAFE_INTEGER; rows.length === 0;) {
    const [end] = await endOfRange(db, { known, after });
    const until = end?.number ?? null;
    if (until === null) break;
    rows = await waitingUntil(db, known, { after, until });
    after = until;
  }
  const { true: genuine = [], false: forged = [] } = Object.groupBy(rows, (row) =>
    hasValidMac(row, row.mac, keys) ? 'true' : 'false',
  );
  return { rows: genuine, forged };
}

/**
 * The upper bound of a batch by number. PostgreSQL estimates that most of the queue has a checkpoint already, so
 * without the bound it may join the whole queue for each batch.
 */
const endOfRange = statement((db, { known, after }: { known: readonly string[]; after: number }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('waiting_event')
        .select('number')
        .where((each) => each('refused', '=', each.lit(0)))
        .where('position', 'is not', null)
        .where('number', '>', after)
        .where('key', 'in', known)
        .orderBy('number')
        .limit(CHECKPOINT_EVENTS_MAX)
        .as('range'),
    )
    .select(({ fn }) => fn.max<number | null>('range.number').as('number')),
);

const waitingUntil = (
  db: Kysely<Tables>,
  known: readonly string[],
  { after, until }: { readonly after: number; readonly until: number },
) =>
  waitingEvents(db)
    .where('waiting_event.key', 'in', known)
    .where('waiting_event.position', 'is not', null)
    .where('waiting_event.number', '>', after)
    .where('waiting_event.number', '<=', until)
    .orderBy('waiting_event.number')
    .execute();

/**
 * Events without a checkpoint. If the event of a row has a checkpoint or is missing, the gateway did not write the row.
 */
function waitingEvents(db: Kysely<Tables>) {
  return (
    db
      .selectFrom('waiting_event')
      .innerJoin('event', 'event.id', 'waiting_event.event_id')
      .leftJoin('checkpointed_event', 'checkpointed_event.event_id', 'waiting_event.event_id')
      .selectAll('event')
      .select(['waiting_event.number', 'waiting_event.mac'])
      // A literal, so that SQLite uses its partial index of these rows.
      .where((eb) => eb('waiting_event.refused', '=', eb.lit(0)))
      .where('checkpointed_event.event_id', 'is', null)
      .limit(CHECKPOINT_EVENTS_MAX)
  );
}

/**
 * How many events wait with a MAC of one of these keys. A row whose event is missing or has a checkpoint does not
 * count; `audit verify` reports it.
 */
export async function countWaiting(db: Kysely<Tables>, keys: readonly string[]): Promise<number> {
  const { waiting } = await db
    .selectFrom('waiting_event')
    .innerJoin('event', 'event.id', 'waiting_event.event_id')
    .leftJoin('checkpointed_event', 'checkpointed_event.event_id', 'waiting_event.event_id')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('waiting_event.key', 'in', keys)
    .where((eb) => eb('waiting_event.refused', '=', eb.lit(0)))
    .where('checkpointed_event.event_id', 'is', null)
    .executeTakeFirstOrThrow();
  return waiting;
}

export const eventsOf = (rows: readonly WaitingRow[]): readonly EventRow[] =>
  withoutRepeats(rows).map(({ number: _number, mac: _mac, ...event }) => event);
