import type { Insertable, Kysely } from 'kysely';
import { hmac, hmacMatches } from '../crypto/hmac.ts';
import { keyId, type SecretKeys } from '../crypto/keys.ts';
import { statement } from '../kernel/sql/statement.ts';
import type { Tables } from '../kernel/sql/tables.ts';
import { JustMarked } from './just-marked.ts';
import type { EventRow } from './record.ts';

/** The columns that the MAC of an event and the checkpoints cover, in their order. They must never change. */
const COVERED = [
  'id',
  'type',
  'subject',
  'sequence',
  'partner_id',
  'actor',
  'request_id',
  'created_at',
  'data',
] as const satisfies readonly (keyof EventRow)[];

/** All columns of an event as one text. The form must never change. */
export const contentOf = (event: EventRow): string => JSON.stringify(COVERED.map((column) => event[column]));

/** Queues events for their checkpoint, in the transaction that wrote them, with their `traceparent`. */
export async function enqueueForCheckpoint(
  db: Kysely<Tables>,
  events: readonly EventRow[],
  keys: SecretKeys,
  traceparent: string | null = null,
): Promise<void> {
  if (events.length === 0) return;
  const name = keyId(keys[0]);
  const rows = events.map((event) => ({
    event_id: event.id,
    key: name,
    mark: markOf(event, keys),
    refused: 0,
    traceparent,
  }));
  await insertIntoQueue(db, { rows });
}

const insertIntoQueue = statement((db, { rows }: { rows: readonly Insertable<Tables['unsealed_event']>[] }) =>
  db.insertInto('unsealed_event').values(rows),
);

/** Whether the gateway wrote the event exactly as it is. */
export function hasValidMac(event: EventRow, mark: string, keys: SecretKeys): boolean {
  return wasJustMarked(event, mark, keys) || hmacMatches(keys, macInput(event), mark);
}

const macInput = (event: EventRow) => `event ${contentOf(event)}`;

const justMarked = new WeakMap<SecretKeys, JustMarked>();

function justMarkedBy(keys: SecretKeys): JustMarked {
  let events = justMarked.get(keys);
  if (events === undefined) justMarked.set(keys, (events = new JustMarked()));
  return events;
}

function markOf(event: EventRow, keys: SecretKeys): string {
  const mark = hmac(keys[0], macInput(event));
  justMarkedBy(keys).add({ mark, event });
  return mark;
}

/** A row of the queue. */
interface QueueRow {
  readonly event_id: string;
  readonly mark: string | null;
}

/**
 * Rows of the queue with the events that this process has just marked so, as they were then, each event once; null where
 * it does not know one of them.
 */
export function takeMarked<Row extends QueueRow>(
  rows: readonly Row[],
  keys: SecretKeys,
): readonly { readonly row: Row; readonly event: EventRow }[] | null {
  const events = justMarkedBy(keys);
  const known: { row: Row; mark: string; event: EventRow }[] = [];
  for (const row of rows) {
    const mark = row.mark ?? '';
    const event = events.take(mark);
    if (event !== undefined) known.push({ row, mark, event });
    if (event?.id === row.event_id) continue;
    // The relay reads all of them now, and asks for these again.
    for (const each of known) events.add(each);
    return null;
  }
  return known;
}

/** Whether this process has marked this event so, each column the same. */
function wasJustMarked(event: EventRow, mark: string, keys: SecretKeys): boolean {
  const made = justMarkedBy(keys).take(mark);
  return made !== undefined && COVERED.every((column) => made[column] === event[column]);
}
