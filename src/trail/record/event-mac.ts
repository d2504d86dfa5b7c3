import { hmac, hmacMatches } from '../../engine/crypto/hmac.ts';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import { EVENT_COLUMNS, type EventRow } from './event-row.ts';
import { RecentMacs } from './recent-macs.ts';

/** All columns of an event as one text. The form must never change. */
const contentOf = (event: EventRow): string => JSON.stringify(EVENT_COLUMNS.map((column) => event[column]));

/** The proof of an event, as its row holds it: its MAC and the id of the key. */
interface EventProof {
  readonly key: string;
  readonly mac: string;
}

/** Proves that the gateway wrote an event. The process keeps it in memory for the relay. */
export function proofOf(event: EventRow, keys: SecretKeys): EventProof {
  const mac = hmac(keys[0], macInput(event));
  recentMacsBy(keys).add({ mac, event });
  return { key: keyId(keys[0]), mac };
}

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

/** The part of an event's row that says which event it is. */
interface Named {
  readonly id: string;
  readonly mac: string;
}

/**
 * The rows with their events from memory, each event once. The events are as they were when this process
 * made their MACs. Null if one of them is not in memory.
 */
export function takeRecent<Row extends Named>(
  rows: readonly Row[],
  keys: SecretKeys,
): readonly { readonly row: Row; readonly event: EventRow }[] | null {
  const events = recentMacsBy(keys);
  const known: { row: Row; mac: string; event: EventRow }[] = [];
  for (const row of rows) {
    const { mac } = row;
    const event = events.take(mac);
    if (event !== undefined) known.push({ row, mac, event });
    if (event?.id === row.id) continue;
    // Then the relay reads all of them from the database, and asks for these again.
    for (const each of known) events.add(each);
    return null;
  }
  return known;
}

/** Whether this process has just made this MAC for this event with the same columns. */
function isRecent(event: EventRow, mac: string, keys: SecretKeys): boolean {
  const made = recentMacsBy(keys).take(mac);
  return made !== undefined && EVENT_COLUMNS.every((column) => made[column] === event[column]);
}
