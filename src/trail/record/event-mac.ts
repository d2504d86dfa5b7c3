import type { Insertable, Kysely } from 'kysely';
import { hmac, hmacMatches } from '../../engine/crypto/hmac.ts';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { RecentMacs } from './recent-macs.ts';
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
export async function enqueueForRelay(
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
    mac: macOf(event, keys),
    refused: 0,
    traceparent,
  }));
  await insertIntoQueue(db, { rows });
}

const insertIntoQueue = statement((db, { rows }: { rows: readonly Insertable<Tables['waiting_event']>[] }) =>
  db.insertInto('waiting_event').values(rows),
);

/** Whether the gateway wrote the event exactly as it is. */
export function hasValidMac(event: EventRow, mac: string, keys: SecretKeys): boolean {
  return isRecent(event, mac, keys) || hmacMatches(keys, macInput(event), mac);
}

const macInput = (event: EventRow) => `event ${contentOf(event)}`;

const recentMacs = new WeakMap<SecretKeys, RecentMacs>();

function recentMacsBy(keys: SecretKeys): RecentMacs {
  let events = recentMacs.get(keys);
  if (events === undefined) recentMacs.set(keys, (events = new RecentMacs()));
  return events;
}

function macOf(event: EventRow, keys: SecretKeys): string {
  const mac = hmac(keys[0], macInput(event));
  recentMacsBy(keys).add({ mac, event });
  return mac;
}

/** A row of the queue, with the MAC of its event. */
interface QueueRow {
  readonly event_id: string;
  readonly mac: string;
}

/**
 * The rows of the queue with their events from memory, each event once. The events are as they were when this process
 * made their MACs. Null if one of them is not in memory.
 */
export function takeRecent<Row extends QueueRow>(
  rows: readonly Row[],
  keys: SecretKeys,
): readonly { readonly row: Row; readonly event: EventRow }[] | null {
  const events = recentMacsBy(keys);
  const known: { row: Row; mac: string; event: EventRow }[] = [];
  for (const row of rows) {
    const { mac } = row;
    const event = events.take(mac);
    if (event !== undefined) known.push({ row, mac, event });
    if (event?.id === row.event_id) continue;
    // Then the relay reads all of them from the database, and asks for these again.
    for (const each of known) events.add(each);
    return null;
  }
  return known;
}

/** Whether this process has just made this MAC for this event with the same columns. */
function isRecent(event: EventRow, mac: string, keys: SecretKeys): boolean {
  const made = recentMacsBy(keys).take(mac);
  return made !== undefined && COVERED.every((column) => made[column] === event[column]);
}
