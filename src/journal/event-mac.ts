import type { Insertable, Kysely } from 'kysely';
import { hmac, hmacMatches } from '../crypto/hmac.ts';
import { keyId, type SecretKeys } from '../crypto/keys.ts';
import { statement } from '../kernel/sql/statement.ts';
import type { Tables } from '../kernel/sql/tables.ts';
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

/** More than are made until the relay asks for them, some 25 ms later; where they come faster, it reads them. */
const JUST_MARKED_MAX = 2_000;

/**
 * The events that this process has marked last, by MAC. Mostly the relay asks for them next, and knowing them saves it to
 * read them and to make their MACs again.
 */
const justMarked = new WeakMap<SecretKeys, Map<string, EventRow>>();

function markOf(event: EventRow, keys: SecretKeys): string {
  const mark = hmac(keys[0], macInput(event));
  let marked = justMarked.get(keys);
  if (marked === undefined) justMarked.set(keys, (marked = new Map()));
  marked.set(mark, event);
  const [oldest = ''] = marked.keys();
  if (marked.size > JUST_MARKED_MAX) marked.delete(oldest);
  return mark;
}

/** A row of the queue. */
interface QueueRow {
  readonly event_id: string;
  readonly mark: string | null;
}

/**
 * Rows of the queue with the events that this process has just marked so, as they were then; null where it does not know one
 * of them. They are forgotten then, as they are asked for once.
 */
export function takeMarked<Row extends QueueRow>(
  rows: readonly Row[],
  keys: SecretKeys,
): readonly { readonly row: Row; readonly event: EventRow }[] | null {
  const marked = justMarked.get(keys);
  const known: { row: Row; event: EventRow }[] = [];
  for (const row of rows) {
    const event = marked?.get(row.mark ?? '');
    if (event?.id !== row.event_id) return null;
    known.push({ row, event });
  }
  for (const { mark } of rows) marked?.delete(mark ?? '');
  return known;
}

/** Whether this process has marked this event so, each column the same. It is forgotten then. */
function wasJustMarked(event: EventRow, mark: string, keys: SecretKeys): boolean {
  const marked = justMarked.get(keys);
  const made = marked?.get(mark);
  if (made === undefined || !COVERED.every((column) => made[column] === event[column])) return false;
  marked?.delete(mark);
  return true;
}
